import type { Message } from '@recado/contracts/conversations'
import { useTranslation } from 'react-i18next'
import classes from './bubble.module.css'
import { asObject, asText, noticeKind } from './payload.ts'
import { useTimelineActions } from './timeline-actions.ts'
import { useTimes } from './times.ts'

/** A line for what happened between the messages: assigned, resolved, a changed number. */
export const EventLine = ({ message }: { message: Message }) => {
  const { t, i18n } = useTranslation('chat')
  const times = useTimes()
  const { contactName } = useTimelineActions()
  const said = noticeKind(message.payload) ?? 'other'
  const byContact = said === 'reopened' && message.author === null
  const kind = byContact ? 'reopened_by_contact' : said
  const facts = asObject(message.payload.event) ?? message.payload
  const values = {
    contact: contactName,
    actor: message.author?.name ?? t('someone'),
    name: asText(facts.assigneeName) ?? asText(facts.name) ?? t('someone'),
  }
  const key = `event.${kind.replaceAll('.', '_')}`
  const text = i18n.exists(`chat:${key}`) ? t(key, values) : (message.body ?? t('event.other'))
  return (
    <div className={classes.event}>
      <span>
        {text} <time dateTime={message.occurredAt}>{times.clock(message.occurredAt)}</time>
      </span>
    </div>
  )
}
