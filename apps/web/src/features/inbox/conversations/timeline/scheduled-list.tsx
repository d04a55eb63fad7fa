import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { cancelScheduledMessage, type ScheduledMessage } from '@recado/contracts/inbox/scheduled-messages'
import { IconAlertCircle, IconCalendarClock, IconChevronDown, IconPencil, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { asObject, asText } from './payload.ts'
import classes from './scheduled.module.css'
import { scheduledKey, scheduledQuery } from './scheduled-query.ts'

const ScheduleForm = lazyCode(async () => (await import('../composer/schedule-form.tsx')).ScheduleForm)

const useWords = () => {
  const { t } = useTranslation('inbox/conversations')
  return ({ draft }: ScheduledMessage): string => {
    const parts = asObject(draft)
    const type = asText(parts?.['type'])
    const inner = asText(asObject(parts?.['interactive'])?.['body'])
    const template = asText(asObject(parts?.['template'])?.['name'])
    return asText(parts?.['body']) ?? inner ?? template ?? asText(parts?.['caption']) ?? t(`kind.${type ?? 'message'}`)
  }
}

const Item = ({
  item,
  id,
  canReply,
  onEdit,
}: {
  item: ScheduledMessage
  id: string
  canReply: boolean
  onEdit: () => void
}) => {
  const { t, i18n } = useTranslation(['inbox/conversations', 'errors'])
  const times = useTimes()
  const words = useWords()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(cancelScheduledMessage, { params: { id, scheduledId: item.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: scheduledKey(id) }),
  })
  const stopped = item.state !== 'waiting'
  const calledOff = item.state === 'called_off' ? t('schedule.calledOff') : null
  const reason = item.error && i18n.exists(`errors:${item.error}`) ? t(`errors:${item.error}`) : t('schedule.failed')
  return (
    <li data-failed={stopped || undefined}>
      <span className={classes.words}>{words(item)}</span>
      <small>
        {stopped ? (calledOff ?? reason) : t('schedule.by', { time: times.full(item.sendAt), name: item.author.name })}
        {item.cancelOnReply && !stopped ? ` · ${t('schedule.cancels')}` : null}
      </small>
      {canReply ? (
        <span className={classes.tools}>
          {stopped ? (
            <Button size="compact-sm" variant="subtle" onClick={onEdit}>
              {t('schedule.again')}
            </Button>
          ) : (
            <ActionIcon size={28} aria-label={t('schedule.edit')} onClick={onEdit}>
              <IconPencil size={16} />
            </ActionIcon>
          )}
          <ActionIcon
            size={28}
            loading={cancel.isPending}
            aria-label={t(stopped ? 'schedule.dismiss' : 'schedule.cancel')}
            onClick={() => cancel.mutate()}
          >
            <IconX size={16} />
          </ActionIcon>
        </span>
      ) : null}
    </li>
  )
}

const events = ['conversation.updated']

type Props = { conversation: ConversationSummary; canReply: boolean }

/** What waits to be sent in a conversation, above its messages; nothing where nothing waits. */
export const ScheduledList = memo(({ conversation, canReply }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { id } = conversation
  const { data } = useQuery(scheduledQuery(id))
  const [keys] = useState(() => [scheduledKey(id)])
  useInvalidateOn(events, keys, id)
  const [chosen, setOpened] = useState<boolean | null>(null)
  const [edited, setEdited] = useState<ScheduledMessage | null>(null)
  const items = (data?.data ?? []).filter(({ state }) => state !== 'sent' && state !== 'canceled')
  if (items.length === 0) return null
  const stopped = items.some(({ state }) => state !== 'waiting')
  const opened = chosen ?? stopped
  return (
    <section className={classes.bar} aria-label={t('schedule.label')}>
      <UnstyledButton className={classes.head} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {stopped ? (
          <IconAlertCircle size={17} aria-hidden="true" />
        ) : (
          <IconCalendarClock size={17} aria-hidden="true" />
        )}
        {t('schedule.count', { count: items.length })}
        <IconChevronDown className={classes.chevron} data-opened={opened || undefined} size={16} aria-hidden="true" />
      </UnstyledButton>
      {opened ? (
        <ul>
          {items.map((item) => (
            <Item key={item.id} item={item} id={id} canReply={canReply} onEdit={() => setEdited(item)} />
          ))}
        </ul>
      ) : null}
      {edited ? (
        <Suspense fallback={null}>
          <ScheduleForm
            conversation={conversation}
            item={edited}
            text=""
            replyToId={null}
            onSaved={() => setEdited(null)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </section>
  )
})
