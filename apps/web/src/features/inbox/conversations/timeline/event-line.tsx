import type { Message } from '@recado/contracts/inbox/messages'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { i18n, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Times, useTimes } from '#web/lib/i18n/times.ts'
import classes from './bubble.module.css'
import { asList, asNumber, asObject, asText, noticeKind } from './payload.ts'
import { useTimelineActions } from './timeline-actions.ts'

type Facts = Record<string, unknown>

const namesOf = (value: unknown): string =>
  asList(value)
    .flatMap((item) => asText(item['name']) ?? [])
    .join(', ')

/** Kinds that read differently by what they carry. */
const variantOf = (kind: string, facts: Facts, author: Message['author']): string => {
  if (kind === 'reopened' && author === null && !asObject(facts['by'])) return 'reopened_by_contact'
  if (kind === 'team' && !asObject(facts['to'])) return 'team_none'
  if (kind === 'snoozed' && !asText(facts['until'])) return 'snoozed_reply'
  if (kind === 'labels' && namesOf(facts['added']) === '') return 'labels_removed'
  if (kind === 'labels' && namesOf(facts['removed']) !== '') return 'labels_both'
  if (kind === 'scheduled_called_off' && !asText(facts['words'])) return 'scheduled_called_off_plain'
  if (kind === 'csat_answered' && asText(facts['comment'])) return 'csat_comment'
  return kind
}

type Reader = { t: TFunction<'inbox/conversations'>; texts: i18n; times: Times; contact: string }

/** What the texts of events may name. */
const valuesOf = (message: Message, { t, texts, times, contact }: Reader) => {
  const facts: Facts = asObject(message.payload['event']) ?? message.payload
  const to = asObject(facts['to'])
  const level = asText(facts['to'])
  const until = asText(facts['until'])
  const promise = asText(facts['promise'])
  return {
    contact,
    actor: message.author?.name ?? asText(asObject(facts['by'])?.['name']) ?? t('someone'),
    name: asText(facts['assigneeName']) ?? asText(to?.['name']) ?? asText(facts['name']) ?? t('someone'),
    until: until ? times.full(until) : '',
    priority:
      level && texts.exists(`inbox/conversations:list.priorities.${level}`)
        ? t(`list.priorities.${level}`)
        : (level ?? ''),
    promise:
      promise && texts.exists(`inbox/conversations:event.promise.${promise}`) ? t(`event.promise.${promise}`) : '',
    words: asText(facts['words']) ?? '',
    added: namesOf(facts['added']),
    removed: namesOf(facts['removed']),
    score: asNumber(facts['score']) ?? '',
    comment: asText(facts['comment']) ?? '',
  }
}

const stars = [1, 2, 3, 4, 5]

/** The customer's rating, with their comment. */
const RatingChip = ({ score, comment, label }: { score: number; comment: string | null; label: string }) => (
  <span className={classes.chip} data-score={score >= 4 ? 'good' : score <= 2 ? 'bad' : undefined}>
    <span className={classes.stars} role="img" aria-label={label} title={label}>
      {stars.map((star) => {
        const Star = star <= score ? IconStarFilled : IconStar
        return <Star key={star} size={14} aria-hidden="true" />
      })}
    </span>
    {comment ? <q>{comment}</q> : <span>{label}</span>}
  </span>
)

const ratings: ReadonlySet<string> = new Set(['csat_answered', 'csat_comment'])

/** A line for what happened between the messages: assigned, resolved, a changed number. */
export const EventLine = ({ message }: { message: Message }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const times = useTimes()
  const { contactName } = useTimelineActions()
  const facts: Facts = asObject(message.payload['event']) ?? message.payload
  const kind = variantOf(noticeKind(message.payload) ?? 'other', facts, message.author)
  const key = `event.${kind.replaceAll('.', '_')}`
  const values = valuesOf(message, { t, texts: i18n, times, contact: contactName })
  const text = i18n.exists(`inbox/conversations:${key}`) ? t(key, values) : (message.body ?? t('event.other'))
  const score = ratings.has(kind) ? asNumber(facts['score']) : null
  if (score !== null)
    return (
      <div className={classes.event} data-message-id={message.id}>
        <RatingChip
          score={score}
          comment={asText(facts['comment'])}
          label={t('event.rating', { contact: contactName, score, most: stars.length })}
        />
        <time dateTime={message.occurredAt}>{times.clock(message.occurredAt)}</time>
      </div>
    )
  return (
    <div className={classes.event} data-message-id={message.id}>
      <span>
        {text} <time dateTime={message.occurredAt}>{times.clock(message.occurredAt)}</time>
      </span>
    </div>
  )
}
