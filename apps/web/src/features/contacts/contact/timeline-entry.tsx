import { Text, ThemeIcon } from '@mantine/core'
import type { TimelineEntry } from '@recado/contracts/contacts/contact-timeline'
import {
  IconArrowsJoin2,
  IconCheckbox,
  IconFileImport,
  IconHistory,
  IconMessages,
  IconNote,
  IconPencil,
  IconPhoneCall,
  IconShieldCheck,
  IconShoppingBag,
  IconSpeakerphone,
  IconStar,
  IconTag,
  IconTrash,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoteItem } from '#web/components/contact/note-item.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { type ContactEvent, useEventText } from './event-text.ts'
import classes from './timeline.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number }>
type EntryOf<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>

const noteIcons = { note: IconNote, call: IconPhoneCall, task: IconCheckbox } as const

const eventIcons: Partial<Record<ContactEvent['kind'], Icon>> = {
  created: IconUserPlus,
  updated: IconPencil,
  tags_changed: IconTag,
  owner_changed: IconUserCheck,
  consent_recorded: IconShieldCheck,
  imported: IconFileImport,
  merged: IconArrowsJoin2,
  merge_undone: IconArrowsJoin2,
  deleted: IconTrash,
}

type RowProps = { icon: Icon; tone?: string; title: ReactNode; at: string; children?: ReactNode }

const Row = ({ icon: Icon, tone = 'gray', title, at, children }: RowProps) => {
  const times = useTimes()
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" color={tone} size={30} radius="xl" aria-hidden="true" className={classes.icon ?? ''}>
        <Icon size={16} stroke={1.7} />
      </ThemeIcon>
      <div className={classes.content}>
        <div className={classes.head}>
          <Text size="sm" fw={550} component="div" className={classes.title ?? ''}>
            {title}
          </Text>
          <Text
            size="xs"
            c="dimmed"
            component="time"
            dateTime={at}
            title={times.full(at)}
            className={classes.time ?? ''}
          >
            {times.clock(at)}
          </Text>
        </div>
        {children}
      </div>
    </li>
  )
}

const Messages = ({ entry, readable }: { entry: EntryOf<'messages'>; readable: boolean }) => {
  const { t } = useTranslation(['contacts/contact', 'inbox/conversations'])
  const { received, sent, channelName, preview, messageType, conversationId, messageId, direction, templates } = entry
  const counts = [
    received > 0 ? t('messages.received', { count: received }) : null,
    sent > 0 ? t('messages.sent', { count: sent }) : null,
  ].filter(Boolean)
  const kind = t([`inbox/conversations:kind.${messageType}`, 'inbox/conversations:kind.message'])
  const text = preview ? plainText(preview) : kind
  return (
    <Row
      icon={IconMessages}
      tone="petrol"
      at={entry.at}
      title={
        readable ? (
          <TextLink
            inherit
            to="/integrations/whatsapp/chat"
            search={{ conversation: conversationId, message: messageId }}
          >
            {counts.join(', ')}
          </TextLink>
        ) : (
          counts.join(', ')
        )
      }
    >
      <Text size="sm" lineClamp={2} className={classes.text ?? ''}>
        <Text span inherit c="dimmed">
          {t(direction === 'in' ? 'messages.them' : 'messages.us')}{' '}
        </Text>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {[channelName, ...templates.map((name) => t('messages.template', { name }))].join(' · ')}
      </Text>
    </Row>
  )
}

const Event = ({ entry }: { entry: ContactEvent }) => {
  const { titleOf, detailsOf } = useEventText()
  const by = entry.actor?.name
  return (
    <Row icon={eventIcons[entry.kind] ?? IconHistory} at={entry.at} title={titleOf(entry)}>
      {detailsOf(entry).map((line) => (
        <Text key={line} size="sm" className={classes.text ?? ''}>
          {line}
        </Text>
      ))}
      {by ? (
        <Text size="xs" c="dimmed">
          {by}
        </Text>
      ) : null}
    </Row>
  )
}

const Note = ({ entry, contactId }: { entry: EntryOf<'note'>; contactId: string }) => {
  const { t } = useTranslation('contacts/contact')
  const { note } = entry
  const author = note.author?.name
  return (
    <Row
      icon={noteIcons[note.kind]}
      tone="clay"
      at={entry.at}
      title={
        <>
          {t(`note.kinds.${note.kind}`)}
          {author ? (
            <Text span inherit fw={400} c="dimmed">
              {' · '}
              {author}
            </Text>
          ) : null}
        </>
      }
    >
      <NoteItem contactId={contactId} note={note} />
    </Row>
  )
}

const Rating = ({ entry }: { entry: EntryOf<'rating'> }) => {
  const { t } = useTranslation('contacts/contact')
  return (
    <Row icon={IconStar} at={entry.at} title={t('score', { score: entry.score })}>
      {entry.comment ? (
        <Text size="sm" className={classes.text ?? ''}>
          {entry.comment}
        </Text>
      ) : null}
    </Row>
  )
}

const Campaign = ({ entry }: { entry: EntryOf<'campaign'> }) => {
  const { t } = useTranslation(['contacts/contact', 'campaigns/campaign'])
  const { campaign, state, reason, clicked, optedOut } = entry
  const stage = t(`campaigns/campaign:recipient.${state}`)
  const steps = [
    reason ? `${stage}: ${t(`campaigns/campaign:reason.${reason}`)}` : stage,
    clicked && state !== 'clicked' ? t('campaigns/campaign:recipient.clicked') : null,
    optedOut ? t('campaigns/campaign:reason.opted_out') : null,
  ].filter(Boolean)
  return (
    <Row
      icon={IconSpeakerphone}
      tone="petrol"
      at={entry.at}
      title={
        <TextLink inherit to="/company/campaigns/$id" params={{ id: campaign.id }}>
          {t('campaigns.got', { name: campaign.name })}
        </TextLink>
      }
    >
      <Text size="sm" className={classes.text ?? ''}>
        {steps.join(' · ')}
      </Text>
    </Row>
  )
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** An amount as money where the system says how much of what; as it wrote it otherwise. */
const useAmount = () => {
  const { total } = useMoney()
  return ({ amount, currency }: Record<string, unknown>): string => {
    const code = textOf(currency)
    if (typeof amount === 'number' && code && /^[A-Za-z]{3}$/.test(code)) return total(amount, code)
    return [code, textOf(amount)].filter(Boolean).join(' ')
  }
}

const System = ({ entry }: { entry: EntryOf<'system'> }) => {
  const { t } = useTranslation('contacts/contact')
  const amountOf = useAmount()
  const { fields, name, canonical } = entry
  const order = textOf(fields['order_number']) ?? textOf(fields['order_id'])
  const facts = [
    textOf(fields['items']) ?? textOf(fields['product']),
    amountOf(fields),
    textOf(fields['tracking_code']),
  ]
  return (
    <Row
      icon={IconShoppingBag}
      tone="petrol"
      at={entry.at}
      title={[t(`systems.${canonical}`), order].filter(Boolean).join(' · ')}
    >
      {facts.some(Boolean) ? (
        <Text size="sm" className={classes.text ?? ''}>
          {facts.filter(Boolean).join(' · ')}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </Row>
  )
}

type Props = { entry: TimelineEntry; contactId: string; readable: boolean }

/** One entry of a contact's timeline. `readable`: whether the reader may open conversations. */
export const Entry = ({ entry, contactId, readable }: Props) => {
  if (entry.type === 'messages') return <Messages entry={entry} readable={readable} />
  if (entry.type === 'note') return <Note entry={entry} contactId={contactId} />
  if (entry.type === 'system') return <System entry={entry} />
  if (entry.type === 'campaign') return <Campaign entry={entry} />
  return entry.type === 'rating' ? <Rating entry={entry} /> : <Event entry={entry} />
}
