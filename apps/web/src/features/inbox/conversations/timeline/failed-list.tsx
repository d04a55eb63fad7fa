import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { listFailedMessages, type Message } from '@recado/contracts/inbox/messages'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { IconAlertCircle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { needsTemplate } from './failure-note.tsx'
import classes from './scheduled.module.css'
import { useTimelineActions } from './timeline-actions.ts'

const Item = ({ message }: { message: Message }) => {
  const { t } = useTranslation(['inbox/conversations', 'whatsapp/graph-errors'])
  const { canReply, dismiss, jumpTo, openTemplates, resend } = useTimelineActions()
  const key = graphErrorTextKey(message.error?.code ?? null)
  return (
    <li data-failed>
      <UnstyledButton className={classes.words} title={t('failure.show')} onClick={() => jumpTo(message.id)}>
        {message.body || t(`kind.${message.type}`, { defaultValue: t('kind.message') })}
      </UnstyledButton>
      <small>{t(`whatsapp/graph-errors:${key}.reason`, { defaultValue: t('failure.reason') })}</small>
      {canReply ? (
        <span className={classes.tools}>
          {needsTemplate(message) ? (
            <Button size="compact-sm" variant="subtle" color="red" onClick={openTemplates}>
              {t('failure.template')}
            </Button>
          ) : (
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => resend(message)}>
              {t('failure.resend')}
            </Button>
          )}
          <ActionIcon size={28} aria-label={t('failure.dismiss')} onClick={() => dismiss(message)}>
            <IconX size={16} />
          </ActionIcon>
        </span>
      ) : null}
    </li>
  )
}

const events = ['conversation.updated', 'message.updated', 'message.created']

/** Undelivered messages that need a decision, above the timeline. */
export const FailedList = memo(({ id, failedAt }: Pick<ConversationSummary, 'id' | 'failedAt'>) => {
  const { t } = useTranslation('inbox/conversations')
  const [queryKey] = useState(() => ['conversations', 'failed', id] as const)
  const [keys] = useState(() => [queryKey])
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listFailedMessages, { params: { id } }, { signal }),
    enabled: failedAt !== null,
  })
  useInvalidateOn(events, keys, id)
  const messages = failedAt === null ? [] : (data?.data ?? [])
  if (messages.length === 0) return null
  return (
    <section className={classes.bar} data-failed aria-label={t('failure.label')}>
      <p className={classes.head}>
        <IconAlertCircle size={17} aria-hidden="true" />
        {t('failure.count', { count: messages.length })}
      </p>
      <ul>
        {messages.map((message) => (
          <Item key={message.id} message={message} />
        ))}
      </ul>
    </section>
  )
})
