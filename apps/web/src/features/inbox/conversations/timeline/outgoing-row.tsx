import { Button, Progress } from '@mantine/core'
import { IconClock, IconFile } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useOutbox } from '../chat-context.tsx'
import type { Outgoing } from '../composer/outbox.ts'
import classes from './bubble.module.css'
import media from './media.module.css'
import { Quote } from './quote.tsx'
import { useTimelineActions } from './timeline-actions.ts'

const Attachment = ({ item }: { item: Outgoing }) => {
  const { t } = useTranslation('inbox/conversations')
  if (!item.file) return null
  return (
    <div style={{ minWidth: 220 }}>
      {item.fileUrl && item.file.type.startsWith('image/') ? (
        <div className={media.picture} style={{ width: 260 }}>
          <img src={item.fileUrl} alt="" style={{ maxHeight: 260 }} />
        </div>
      ) : (
        <div className={media.document}>
          <IconFile size={28} stroke={1.4} aria-hidden="true" />
          <span className={media.documentName}>
            <b>{item.file.name}</b>
          </span>
        </div>
      )}
      {item.state === 'sending' && item.progress < 1 ? (
        <Progress value={item.progress * 100} size="xs" mt={4} aria-label={t('uploading')} />
      ) : null}
    </div>
  )
}

const Problem = ({ item }: { item: Outgoing }) => {
  const { t } = useTranslation(['inbox/conversations', 'errors'])
  const outbox = useOutbox()
  const { openTemplates } = useTimelineActions()
  if (item.state !== 'failed' && item.state !== 'offline') return null
  const offline = item.state === 'offline'
  const needsTemplate = item.error === 'window_closed'
  return (
    <div className={classes.failure} data-kind={offline ? 'unknown' : 'failed'}>
      <p>{offline ? t('outbox.offline') : t(`errors:${item.error ?? 'unexpected'}`)}</p>
      <div className={classes.failureActions}>
        {needsTemplate ? (
          <Button size="compact-xs" variant="light" color="red" onClick={openTemplates}>
            {t('failure.template')}
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="light"
            color={offline ? 'clay' : 'red'}
            onClick={() => outbox.retry(item.clientKey)}
          >
            {t('common:retry')}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.remove(item.clientKey)}>
          {t('outbox.discard')}
        </Button>
      </div>
    </div>
  )
}

/** A message that the server has not confirmed yet. */
export const OutgoingRow = memo(({ item }: { item: Outgoing }) => {
  const { t } = useTranslation('inbox/conversations')
  const times = useTimes()
  const { contactName } = useTimelineActions()
  return (
    <div
      className={classes.row}
      data-side={item.draft.type === 'note' ? 'note' : 'out'}
      data-first
      data-last
      data-outgoing={item.state}
    >
      <article className={classes.bubble}>
        {item.quoted ? <Quote quoted={item.quoted} name={contactName} /> : null}
        <Attachment item={item} />
        {item.text ? <FormattedText text={item.text} /> : null}
        <span className={classes.meta}>
          <time dateTime={item.createdAt}>{times.clock(item.createdAt)}</time>
          <span className={classes.tick} role="img" aria-label={t('status.sending')} title={t('status.sending')}>
            <IconClock size={12} aria-hidden="true" />
          </span>
        </span>
      </article>
      <Problem item={item} />
    </div>
  )
})
