import { Alert, Button, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { startConversation } from '@recado/contracts/inbox/conversations'
import type { Recipient } from '@recado/contracts/inbox/recipients'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import type { ChannelSummary } from '@recado/contracts/whatsapp/channels'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { keys } from '../api.ts'
import { useOutbox } from '../chat-context.tsx'
import { knownValues } from '../composer/known-values.ts'
import { prepareTemplate } from '../composer/prepare-template.ts'
import type { TemplateFilling } from '../composer/template-form.tsx'
import { chooserWidth, TemplateChooser } from '../composer/template-picker.tsx'
import type { TemplateTarget } from '../composer/template-target.ts'
import { isWindowOpen, windowTimeAt } from '../window-time.ts'
import { Chosen, RecipientField } from './recipient-field.tsx'
import classes from './start.module.css'
import { type To, useRecipients } from './use-recipients.ts'

/** The recipient as far as it is known. */
export type StartWith = { phone: string; name: string; channelId: string } | { contactId: string }

type Props = {
  given?: StartWith
  onClose: () => void
  /** Opens the existing conversation or the one just written to; `write` focuses the composer. */
  onOpen: (id: string, write: boolean) => void
}

const sendable: ReadonlySet<string> = new Set(['connected', 'degraded'])

const conversationOn = (to: To, channelId: string): Recipient['conversations'][number] | null =>
  to.kind === 'contact' ? (to.recipient.conversations.find((one) => one.channelId === channelId) ?? null) : null

/** The number that last wrote to the recipient, if it can send. */
const lastChannel = (to: To, channels: readonly ChannelSummary[]): string | null => {
  const all = to.kind === 'contact' ? to.recipient.conversations : []
  const newest = all
    .flatMap((one) => (one.hidden ? [] : [one]))
    .toSorted((a, b) => Date.parse(b.lastMessageAt) - Date.parse(a.lastMessageAt))
  return newest.find(({ channelId }) => channels.some(({ id }) => id === channelId))?.channelId ?? null
}

const useSendableChannels = () => {
  const { data } = useQuery(channelsQuery)
  return (data?.data ?? []).filter(({ status, disconnectedAt }) => disconnectedAt === null && sendable.has(status))
}

/** The recipient and the number to send from; a given recipient is looked up and selected automatically. */
const useWhom = (given: StartWith | undefined) => {
  const channels = useSendableChannels()
  const known = given && 'phone' in given ? given : null
  const [from, setFrom] = useState(known?.channelId ?? '')
  // Contacts are found by their ids as well.
  const wantedText = given && 'contactId' in given ? given.contactId : known?.phone
  const [text, setText] = useState(wantedText ?? '')
  const [name, setName] = useState(known?.name ?? '')
  const [picked, setPicked] = useState<To | null>(null)
  const channel = channels.find(({ id }) => id === from) ?? channels[0]
  const found = useRecipients(picked ? '' : text, channel?.id ?? '')
  const pick = (next: To) => {
    setPicked(next)
    setFrom(lastChannel(next, channels) ?? channel?.id ?? '')
  }
  const [only, ...others] = found.options
  const wanted = text === wantedText && found.settled && others.length === 0 ? only : undefined
  // Another number looks the recipient up again; the one found before stays until then.
  if (wanted && !picked) setPicked(wanted)
  const again = () => {
    setPicked(null)
    setText('')
    setName('')
  }
  /** The contact of an id is being looked for; an id is nothing to show. */
  const looking = given !== undefined && 'contactId' in given && text === given.contactId && !found.error
  return { channels, channel, setFrom, text, setText, name, setName, to: picked, pick, again, found, looking }
}

type Whom = ReturnType<typeof useWhom>

const useSend = ({ to, channel, name }: Whom, onOpen: Props['onOpen']) => {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ template, filling }: { template: TemplateSummary; filling: TemplateFilling }) => {
      if (!to || !channel) return
      const named = name.trim()
      const whom =
        to.kind === 'contact'
          ? { contactId: to.recipient.contactId }
          : { phone: to.phone, ...(named && { name: named }) }
      const { id } = await call(startConversation, { body: { channelId: channel.id, ...whom } })
      outbox.add({ conversationId: id, ...(await prepareTemplate(id, template, filling)) })
      void queryClient.invalidateQueries({ queryKey: keys.lists })
      onOpen(id, false)
    },
    meta: { quiet: true },
  })
}

type KnownProps = {
  conversation: Extract<Recipient['conversations'][number], { hidden: false }>
  /** Whether its service window is open, so that no template is needed and it can simply be opened. */
  open: boolean
  onOpen: () => void
}

/** Says that a conversation exists already, and links to it. */
const Known = ({ conversation, open, onOpen }: KnownProps) => {
  const { t } = useTranslation('inbox/conversations')
  const times = useTimes()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) button.current?.focus()
  }, [open])
  const { status, assignee, lastMessageAt } = conversation
  const when = times.short(lastMessageAt)
  return (
    <div className={classes.known}>
      <span>
        {status === 'resolved'
          ? t('start.resolved', { when })
          : assignee
            ? t('start.openWith', { name: assignee.name, when })
            : t('start.openUnassigned', { when })}
      </span>
      <Button ref={button} size="compact-md" variant={open ? 'filled' : 'light'} onClick={onOpen}>
        {t('start.openIt')}
      </Button>
    </div>
  )
}

const From = ({ whom }: { whom: Whom }) => {
  const { t } = useTranslation('inbox/conversations')
  const { channels, channel, setFrom } = whom
  if (channels.length < 2) return null
  return (
    <Select
      label={t('start.channel')}
      data={channels.map(({ id, name, phone }) => ({ value: id, label: `${name} · ${phone}` }))}
      value={channel?.id ?? null}
      onChange={(value) => value && setFrom(value)}
      allowDeselect={false}
    />
  )
}

type ToWriteProps = {
  whom: Whom
  to: To
  onOpen: Props['onOpen']
  chosen: TemplateSummary | null
  onChosen: (template: TemplateSummary | null) => void
}

/** The first message: free text in an existing conversation while its window is open, or else a template. */
const FirstMessage = ({ whom, to, onOpen, chosen, onChosen }: ToWriteProps) => {
  const { t } = useTranslation(['inbox/conversations', 'errors'])
  const { user } = useSignedIn()
  const send = useSend(whom, onOpen)
  const { channel, name, setName } = whom
  if (!channel) return null
  const conversation = conversationOn(to, channel.id)
  if (conversation?.hidden)
    return (
      <Alert color="clay" icon={<IconLock size={18} />}>
        {t('start.hidden')}
      </Alert>
    )
  const open = conversation !== null && isWindowOpen(windowTimeAt(conversation.windowExpiresAt, Date.now()))
  const contact =
    to.kind === 'contact' ? to.recipient : { displayName: name.trim() || to.phone, phone: to.phone, prices: to.prices }
  const target: TemplateTarget = {
    channelId: channel.id,
    known: knownValues(contact, channel.name, user),
    prices: contact.prices,
  }
  return (
    <>
      {conversation ? (
        <Known conversation={conversation} open={open} onOpen={() => onOpen(conversation.id, true)} />
      ) : null}
      {to.kind === 'number' && !chosen ? (
        <TextInput
          label={`${t('start.name')} (${t('common:optional')})`}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      {open ? null : (
        <>
          {chosen ? null : (
            <Text size="sm" c="dimmed">
              {t(conversation ? 'start.closed' : 'start.text')}
            </Text>
          )}
          <TemplateChooser
            target={target}
            chosen={chosen}
            onChosen={onChosen}
            busy={send.isPending}
            onSend={(template, filling) => send.mutate({ template, filling })}
          />
          <FormFailure>{send.error ? errorText(t, send.error) : null}</FormFailure>
        </>
      )}
    </>
  )
}

/** Starts a conversation. The contact and conversation are created when the first message is sent, not before. */
export const StartConversation = ({ given, onClose, onOpen }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const phone = useMedia('(max-width: 48em)')
  const whom = useWhom(given)
  const { to, pick, again, text, setText, found, channels, looking } = whom
  const [chosen, setChosen] = useState<TemplateSummary | null>(null)
  const change = () => {
    setChosen(null)
    again()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      size={chooserWidth(chosen)}
      title={t('start.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {to ? (
          <>
            <Chosen to={to} onChange={change} />
            {chosen ? null : <From whom={whom} />}
            <FirstMessage whom={whom} to={to} onOpen={onOpen} chosen={chosen} onChosen={setChosen} />
          </>
        ) : looking && !found.settled ? (
          <Skeleton height={60} />
        ) : channels.length > 0 ? (
          <RecipientField text={looking ? '' : text} found={found} onText={setText} onPick={pick} onClose={onClose} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('start.noNumber')}
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
