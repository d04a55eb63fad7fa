import { Alert, Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { type MessageDraft, uploadAttachment } from '@recado/contracts/inbox/messages'
import {
  type ScheduledMessage,
  scheduleMessage,
  updateScheduledMessage,
} from '@recado/contracts/inbox/scheduled-messages'
import { IconPaperclip, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { type ConversationDetail, keys } from '../api.ts'
import { asObject, asText } from '../timeline/payload.ts'
import { scheduledKey } from '../timeline/scheduled-query.ts'
import { type Attachment, placeWords } from './attachment-rules.ts'
import type { OutgoingDraft } from './outbox.ts'
import { closedAt, schedulePresets, timeProblem } from './schedule-times.ts'
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
const isTextDraft = ({ draft }: ScheduledMessage): boolean => asObject(draft)?.['type'] === 'text'
const templateOf = (draft: unknown): Template | null =>
  asObject(draft)?.['type'] === 'template' ? (draft as Template) : null

/** A file to send: one of this browser, or one that is stored already. */
export type PlannedFile = Pick<Attachment, 'key' | 'kind' | 'caption' | 'url' | 'asDocument'> & {
  name: string
  file: File | null
  fileId: string | null
}

/** Its moment while that is to come: one that was missed is chosen again. */
const momentOf = (item: ScheduledMessage | null, zone: string): string => {
  const at = item ? Date.parse(item.sendAt) : null
  return at === null || timeProblem(at, Date.now()) ? '' : wallText(at, zone)
}

type Props = {
  conversation: ConversationSummary
  /** What is changed; nothing for a new one. */
  item: ScheduledMessage | null
  text: string
  /** Files that go with the words, each a message of its own. */
  files?: readonly PlannedFile[]
  /** A message that is made already. */
  ready?: { draft: OutgoingDraft; words: string }
  replyToId: string | null
  onSaved: () => void
  onClose: () => void
}

type StoredFile = Pick<PlannedFile, 'kind' | 'caption'> & { fileId: string }

type Wanted = { text: string; at: number; fallback: Template | null; cancelOnReply: boolean }

/** The messages that are planned, each under a key that stays the same when it is tried again. */
const useDrafts = ({ conversation, item, files = [], ready, replyToId }: Props) => {
  const [key] = useState(() => crypto.randomUUID())
  const stored = useRef(new Map<string, StoredFile>())
  const reply = replyToId ? { replyToId } : {}
  /** The file as it is stored; its kind is known for certain only then. */
  const store = async (planned: PlannedFile): Promise<StoredFile> => {
    const { key: fileKey, file, fileId, kind, caption, asDocument } = planned
    const known = fileId ? { fileId, kind, caption } : stored.current.get(fileKey)
    if (known || !file) return known ?? { fileId: '', kind, caption }
    const query = asDocument ? { query: { as: 'document' } } : {}
    const uploaded = await upload(uploadAttachment, file, { params: { id: conversation.id }, ...query })
    const now = { fileId: uploaded.fileId, kind: uploaded.kind, caption }
    stored.current.set(fileKey, now)
    return now
  }
  return async (text: string): Promise<MessageDraft[]> => {
    if (ready) return [{ ...ready.draft, clientKey: key } as MessageDraft]
    if (files.length === 0) {
      const clientKey = asText(asObject(item?.draft)?.['clientKey']) ?? key
      return [{ type: 'text', clientKey, body: text, ...reply }]
    }
    const known: StoredFile[] = []
    for (const file of files) known.push(await store(file))
    const { apart, captions } = placeWords(text, known)
    const drafts: MessageDraft[] = apart === null ? [] : [{ type: 'text', clientKey: `${key}-text`, body: apart }]
    for (const [index, { fileId }] of known.entries())
      drafts.push({ type: 'media', clientKey: `${key}-${index}`, fileId, caption: captions[index] ?? '' })
    return drafts.map((draft, index) => (index === 0 ? { ...draft, ...reply } : draft))
  }
}

const useSaving = (props: Props) => {
  const { conversation, item, onSaved } = props
  const queryClient = useQueryClient()
  const { id } = conversation
  const draftsOf = useDrafts(props)
  return useMutation({
    mutationFn: async ({ text, at, fallback, cancelOnReply }: Wanted) => {
      const times = { sendAt: new Date(at).toISOString(), fallback, cancelOnReply }
      if (item) {
        const [draft] = isTextDraft(item) ? await draftsOf(text) : []
        return call(updateScheduledMessage, {
          params: { id, scheduledId: item.id },
          body: draft ? { ...times, draft } : times,
        })
      }
      for (const draft of await draftsOf(text))
        await call(scheduleMessage, { params: { id }, body: { ...times, draft } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: scheduledKey(id) }),
    onSuccess: onSaved,
    meta: { quiet: true },
  })
}

const FileNames = ({ files }: { files: readonly PlannedFile[] }) => (
  <Stack gap={2}>
    {files.map(({ key, name }) => (
      <Group key={key} gap={6} wrap="nowrap">
        <IconPaperclip size={15} aria-hidden="true" />
        <Text size="sm" truncate>
          {name}
        </Text>
      </Group>
    ))}
  </Stack>
)

type MomentProps = {
  zones: readonly string[]
  zone: string
  when: string
  at: number | null
  problem: ReturnType<typeof timeProblem>
  tried: boolean
  windowExpiresAt: ConversationSummary['windowExpiresAt']
  onWhen: (when: string) => void
  onZone: (zone: string) => void
}

/** When it goes: moments to choose from, a time in one of the zones, and how the reader says it. */
const MomentFields = (props: MomentProps) => {
  const { zones, zone, when, at, problem, tried, windowExpiresAt, onWhen, onZone } = props
  const { t } = useTranslation('inbox/conversations')
  const times = useTimes()
  return (
    <>
      <Group gap={6}>
        {schedulePresets(Date.now(), zone, windowExpiresAt).map(({ id, at: moment }) => (
          <Button key={id} size="compact-sm" variant="default" onClick={() => onWhen(wallText(moment, zone))}>
            {t(`schedule.preset.${id}`)}
          </Button>
        ))}
      </Group>
      <MomentField
        name="when"
        label={t('schedule.when')}
        value={when}
        onChange={onWhen}
        error={tried && problem ? t(`schedule.problem.${problem}`) : null}
      />
      {zones.length > 1 ? (
        <Select
          name="zone"
          label={t('schedule.zone')}
          data={zones.map((value, index) => ({
            value,
            label: `${t(index === 0 ? 'schedule.ownZone' : 'schedule.contactZone')} · ${value}`,
          }))}
          value={zone}
          onChange={(value) => value && onZone(value)}
          allowDeselect={false}
        />
      ) : (
        <TextInput name="zone" label={t('schedule.zone')} value={zone} readOnly variant="filled" />
      )}
      {at !== null && !problem ? (
        <Text size="sm" c="dimmed">
          {t('schedule.at', { time: times.full(new Date(at).toISOString()) })}
        </Text>
      ) : null}
    </>
  )
}

type ClosedProps = { tooMany: boolean; tried: boolean; fallback: Template | null; onPick: () => void }

/** What is sent instead when the window is closed at that moment. */
const ClosedWindow = ({ tooMany, tried, fallback, onPick }: ClosedProps) => {
  const { t } = useTranslation('inbox/conversations')
  if (tooMany)
    return (
      <Alert color="clay" role={tried ? 'alert' : undefined}>
        {t('schedule.tooMany')}
      </Alert>
    )
  return (
    <Alert color={fallback ? 'petrol' : 'clay'} icon={<IconTemplate size={18} />}>
      <Text size="sm">{t('schedule.closed')}</Text>
      <Button mt={6} size="compact-sm" variant="light" onClick={onPick}>
        {fallback ? t('schedule.chosen', { name: fallback.template.name }) : t('template.choose')}
      </Button>
      {tried && !fallback ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('schedule.needsTemplate')}
        </Text>
      ) : null}
    </Alert>
  )
}

type FallbackProps = {
  conversation: ConversationSummary
  opened: boolean
  onTake: (template: Template) => void
  onClose: () => void
}

const FallbackPicker = ({ conversation, opened, onTake, onClose }: FallbackProps) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <TemplatePicker
      opened={opened}
      conversation={conversation}
      submitLabel={t('schedule.take')}
      onSend={({ name, language }, { values, file }) => {
        onClose()
        const take = (headerFileId?: string) =>
          onTake({
            type: 'template',
            clientKey: crypto.randomUUID(),
            template: { name, language, values, ...(headerFileId && { headerFileId }) },
          })
        if (!file) return take()
        void upload(uploadAttachment, file, { params: { id: conversation.id } }).then(({ fileId }) => take(fileId))
      }}
      onClose={onClose}
    />
  )
}

/** A message for later: its words, its moment in a time zone, and a template for the case that the window is closed then. */
export const ScheduleForm = (props: Props) => {
  const { conversation, item, files = [], ready, onClose } = props
  const { t } = useTranslation(['inbox/conversations', 'errors'])
  const zones = useZones(conversation)
  const [zone, setZone] = useState(zones[0] ?? here)
  const [text, setText] = useState(item ? textOf(item.draft) : props.text.trim())
  const [when, setWhen] = useState(() => momentOf(item, zone))
  const [begun] = useState({ text, when })
  const [fallback, setFallback] = useState<Template | null>(() => templateOf(item?.fallback))
  const [cancelOnReply, setCancelOnReply] = useState(item?.cancelOnReply ?? false)
  const [picking, setPicking] = useState(false)
  const [tried, setTried] = useState(false)
  const saving = useSaving(props)
  /** Whether words can be written here, and whether there must be some. */
  const hasWords = !ready && (!item || isTextDraft(item))
  const needsWords = hasWords && files.length === 0
  const needsWindow = item ? asObject(item.draft)?.['type'] !== 'template' : true
  const at = instantIn(when, zone)
  const problem = timeProblem(at, Date.now())
  const closed = needsWindow && at !== null && closedAt(conversation.windowExpiresAt, at)

  /** One template cannot stand in for several messages. */
  const { apart } = placeWords(text.trim(), files)
  const tooMany = files.length > (apart === null ? 1 : 0)

  const dirty = text !== begun.text || when !== begun.when || fallback !== null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (
      at === null ||
      timeProblem(at, Date.now()) ||
      (needsWords && text.trim() === '') ||
      (closed && (!fallback || tooMany))
    )
      return
    saving.mutate({ text: text.trim(), at, fallback, cancelOnReply })
  }
  const changeZone = (next: string) => {
    if (at !== null) setWhen(wallText(at, next))
    setZone(next)
  }
  return (
    <>
      <FormDialog
        opened
        title={t(item ? (item.state === 'waiting' ? 'schedule.edit' : 'schedule.again') : 'schedule.open')}
        submitLabel={t('schedule.save')}
        busy={saving.isPending}
        dirty={dirty}
        error={saving.error ? errorText(t, saving.error) : null}
        onSubmit={submit}
        onClose={onClose}
      >
        <FileNames files={files} />
        {ready ? <Text size="sm">{ready.words}</Text> : null}
        {hasWords ? (
          <Textarea
            name="text"
            label={t(files.length > 0 && apart === null ? 'composer.caption' : 'composer.message')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4096}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={tried && needsWords && text.trim() === '' ? t('schedule.empty') : null}
          />
        ) : null}
        <MomentFields
          zones={zones}
          zone={zone}
          when={when}
          at={at}
          problem={problem}
          tried={tried}
          windowExpiresAt={conversation.windowExpiresAt}
          onWhen={setWhen}
          onZone={changeZone}
        />
        {closed ? (
          <ClosedWindow tooMany={tooMany} tried={tried} fallback={fallback} onPick={() => setPicking(true)} />
        ) : null}
        <Checkbox
          name="cancelOnReply"
          label={t('schedule.cancelOnReply')}
          checked={cancelOnReply}
          onChange={(event) => setCancelOnReply(event.currentTarget.checked)}
        />
      </FormDialog>
      <FallbackPicker
        conversation={conversation}
        opened={picking}
        onTake={setFallback}
        onClose={() => setPicking(false)}
      />
    </>
  )
}
