import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/conversations'
import { type MessageDraft, uploadAttachment } from '@recado/contracts/messages'
import { type ScheduledMessage, scheduleMessage, updateScheduledMessage } from '@recado/contracts/scheduled-messages'
import { IconCalendarClock, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, upload } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { type ConversationDetail, keys } from '../api.ts'
import { asObject, asText } from '../timeline/payload.ts'
import { scheduledKey } from '../timeline/scheduled-query.ts'
import { useTimes } from '../timeline/times.ts'
import { closedAt, instantIn, schedulePresets, timeProblem, wallText } from './schedule-times.ts'
import { TemplatePicker } from './template-picker.tsx'

type Template = Extract<MessageDraft, { type: 'template' }>

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zones that matter: the reader's and, where it is known, the customer's. */
const useZones = (conversation: ConversationSummary) => {
  const { timeZone } = useTimes()
  const detail = useQueryClient().getQueryData<ConversationDetail>(keys.detail(conversation.id))
  const contact = asText(asObject(detail?.contact)?.['timezone'])
  return [...new Set([timeZone ?? here, ...(contact ? [contact] : [])])]
}

const textOf = (draft: unknown): string => asText(asObject(draft)?.['body']) ?? ''
const templateOf = (draft: unknown): Template | null =>
  asObject(draft)?.['type'] === 'template' ? (draft as Template) : null

type Props = {
  conversation: ConversationSummary
  /** What is changed; nothing for a new one. */
  item: ScheduledMessage | null
  text: string
  replyToId: string | null
  onSaved: () => void
  onClose: () => void
}

const useSaving = ({ conversation, item, replyToId, onSaved }: Props) => {
  const queryClient = useQueryClient()
  const { id } = conversation
  const [clientKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async (wanted: { text: string; at: number; fallback: Template | null; cancelOnReply: boolean }) => {
      const { text, at, fallback, cancelOnReply } = wanted
      const written: MessageDraft = {
        type: 'text',
        clientKey: asText(asObject(item?.draft)?.['clientKey']) ?? clientKey,
        body: text,
        ...(replyToId && { replyToId }),
      }
      const isText = !item || asObject(item.draft)?.['type'] === 'text'
      const times = { sendAt: new Date(at).toISOString(), fallback, cancelOnReply }
      if (!item) return call(scheduleMessage, { params: { id }, body: { ...times, draft: written } })
      const body = isText ? { ...times, draft: written } : times
      return call(updateScheduledMessage, { params: { id, scheduledId: item.id }, body })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: scheduledKey(id) })
      onSaved()
    },
    meta: { quiet: true },
  })
}

/** A message for later: its words, its moment in a time zone, and a template for the case that the window is closed then. */
export const ScheduleForm = (props: Props) => {
  const { conversation, item, onClose } = props
  const { t } = useTranslation(['chat', 'errors'])
  const times = useTimes()
  const zones = useZones(conversation)
  const [zone, setZone] = useState(zones[0] ?? here)
  const [text, setText] = useState(item ? textOf(item.draft) : props.text.trim())
  const [when, setWhen] = useState(() => (item ? wallText(Date.parse(item.sendAt), zone) : ''))
  const [fallback, setFallback] = useState<Template | null>(() => templateOf(item?.fallback))
  const [cancelOnReply, setCancelOnReply] = useState(item?.cancelOnReply ?? true)
  const [picking, setPicking] = useState(false)
  const [tried, setTried] = useState(false)
  const saving = useSaving(props)
  const isText = !item || asObject(item.draft)?.['type'] === 'text'
  const at = instantIn(when, zone)
  const problem = timeProblem(at, Date.now())
  const closed = isText && at !== null && closedAt(conversation.windowExpiresAt, at)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem || at === null || (isText && text.trim() === '') || (closed && !fallback)) return
    saving.mutate({ text: text.trim(), at, fallback, cancelOnReply })
  }
  const changeZone = (next: string) => {
    if (at !== null) setWhen(wallText(at, next))
    setZone(next)
  }
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t(item ? 'schedule.edit' : 'schedule.open')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            {isText ? (
              <Textarea
                label={t('composer.message')}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={4096}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                error={tried && text.trim() === '' ? t('schedule.empty') : null}
              />
            ) : null}
            <Group gap={6}>
              {schedulePresets(Date.now(), zone, conversation.windowExpiresAt).map(({ id, at: moment }) => (
                <Button key={id} size="compact-sm" variant="default" onClick={() => setWhen(wallText(moment, zone))}>
                  {t(`schedule.preset.${id}`)}
                </Button>
              ))}
            </Group>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput
                type="datetime-local"
                label={t('schedule.when')}
                value={when}
                onChange={(event) => setWhen(event.currentTarget.value)}
                error={tried && problem ? t(`schedule.problem.${problem}`) : null}
              />
              {zones.length > 1 ? (
                <Select
                  label={t('schedule.zone')}
                  data={zones.map((value, index) => ({
                    value,
                    label: `${t(index === 0 ? 'schedule.ownZone' : 'schedule.contactZone')} · ${value}`,
                  }))}
                  value={zone}
                  onChange={(value) => value && changeZone(value)}
                  allowDeselect={false}
                />
              ) : (
                <TextInput label={t('schedule.zone')} value={zone} readOnly variant="filled" />
              )}
            </SimpleGrid>
            {at !== null && !problem ? (
              <Text size="sm" c="dimmed">
                {t('schedule.at', { time: times.full(new Date(at).toISOString()) })}
              </Text>
            ) : null}
            {closed ? (
              <Alert color={fallback ? 'petrol' : 'clay'} icon={<IconTemplate size={18} />}>
                <Text size="sm">{t('schedule.closed')}</Text>
                <Button mt={6} size="compact-sm" variant="light" onClick={() => setPicking(true)}>
                  {fallback ? t('schedule.chosen', { name: fallback.template.name }) : t('template.choose')}
                </Button>
                {tried && !fallback ? (
                  <Text size="sm" c="var(--mantine-color-error)" role="alert">
                    {t('schedule.needsTemplate')}
                  </Text>
                ) : null}
              </Alert>
            ) : null}
            <Checkbox
              label={t('schedule.cancelOnReply')}
              checked={cancelOnReply}
              onChange={(event) => setCancelOnReply(event.currentTarget.checked)}
            />
            {saving.error ? (
              <Alert color="red" role="alert">
                {errorText(t, saving.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end">
              <Button type="submit" loading={saving.isPending} leftSection={<IconCalendarClock size={18} />}>
                {t('schedule.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <TemplatePicker
        opened={picking}
        channelId={conversation.channel.id}
        contactName={conversation.contact.displayName}
        submitLabel={t('schedule.take')}
        onSend={({ name, language }, { values, file }) => {
          setPicking(false)
          const take = (headerFileId?: string) =>
            setFallback({
              type: 'template',
              clientKey: crypto.randomUUID(),
              template: { name, language, values, ...(headerFileId && { headerFileId }) },
            })
          if (!file) return take()
          void upload(uploadAttachment, file, { params: { id: conversation.id } }).then(({ fileId }) => take(fileId))
        }}
        onClose={() => setPicking(false)}
      />
    </>
  )
}
