import type { Message } from '@recado/contracts/inbox/messages'
import { IconArrowForwardUp, IconDeviceMobile, IconRobot, IconSpeakerphone, IconTemplate } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useCan } from '#web/lib/session/session.ts'
import classes from './bubble.module.css'
import { BubbleMenu } from './bubble-menu.tsx'
import { EventLine } from './event-line.tsx'
import { FailureNote } from './failure-note.tsx'
import { MessageContent } from './message-content.tsx'
import { NoteRow } from './note-row.tsx'
import { forwardedOf } from './payload.ts'
import { Quote } from './quote.tsx'
import { Ticks } from './ticks.tsx'
import { useTimelineActions } from './timeline-actions.ts'

const originIcons: Partial<Record<Message['origin'], typeof IconRobot>> = {
  ai: IconRobot,
  automation: IconRobot,
  campaign: IconSpeakerphone,
  api: IconRobot,
  phone_app: IconDeviceMobile,
}

const CampaignName = ({ campaign: { id, name } }: { campaign: NonNullable<Message['campaign']> }) => {
  const opens = useCan()('campaigns.view')
  return (
    <>
      {' · '}
      {opens ? (
        <TextLink to="/company/campaigns/$id" params={{ id }} inherit>
          {name}
        </TextLink>
      ) : (
        name
      )}
    </>
  )
}

export const Origin = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const Icon = originIcons[message.origin]
  const name = message.author?.name
  if (!Icon && !name) return null
  return (
    <div className={classes.author}>
      {Icon ? <Icon size={13} aria-hidden="true" /> : null}
      {Icon ? t(`origin.${message.origin}`) : name}
      {message.campaign ? <CampaignName campaign={message.campaign} /> : null}
    </div>
  )
}

const Reactions = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const { contactName } = useTimelineActions()
  return (
    <div className={classes.reactions}>
      {message.reactions.map(({ emoji, actor, actorName }) => {
        const who = actor === 'contact' ? contactName : (actorName ?? t('you'))
        return (
          <span key={actor} title={who} role="img" aria-label={t('reaction', { who, emoji })}>
            {emoji}
          </span>
        )
      })}
    </div>
  )
}

export const Meta = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const times = useTimes()
  const details = [
    [t('times.sent'), message.sentAt],
    [t('times.delivered'), message.deliveredAt],
    [t('times.read'), message.readAt],
  ] as const
  const title = details.flatMap(([name, at]) => (at ? [`${name}: ${times.full(at)}`] : [])).join('\n')
  return (
    <span className={classes.meta} title={title || times.full(message.occurredAt)}>
      {message.type === 'template' ? <IconTemplate size={13} aria-label={t('kind.template')} /> : null}
      {message.editedAt && !message.revokedAt ? <span>{t('edited')}</span> : null}
      <time dateTime={message.occurredAt}>{times.clock(message.occurredAt)}</time>
      <Ticks status={message.status} />
    </span>
  )
}

const bare: ReadonlySet<string> = new Set(['sticker'])

type Props = { message: Message; first: boolean; last: boolean; highlighted: boolean }

const Bubble = ({ message, first, last, highlighted }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { contactName, jumpTo } = useTimelineActions()
  const out = message.direction === 'out'
  const forwarded = forwardedOf(message.payload)
  return (
    <div
      className={classes.row}
      data-side={out ? 'out' : 'in'}
      data-first={first || undefined}
      data-last={last || undefined}
      data-highlighted={highlighted || undefined}
      data-message-id={message.id}
    >
      <article
        className={classes.bubble}
        data-bare={(bare.has(message.type) && !message.revokedAt) || undefined}
        data-status={message.status}
        data-edited={message.editedAt && !message.revokedAt ? true : undefined}
      >
        <span className={classes.hidden}>{t(out ? 'said.out' : 'said.in', { name: contactName })}</span>
        {first && out ? <Origin message={message} /> : null}
        {forwarded ? (
          <div className={classes.author}>
            <IconArrowForwardUp size={14} aria-hidden="true" /> {t(`forwarded.${forwarded}`)}
          </div>
        ) : null}
        {message.replyTo ? <Quote quoted={message.replyTo} name={contactName} onJump={jumpTo} /> : null}
        <MessageContent message={message} />
        <Meta message={message} />
        <BubbleMenu message={message} />
      </article>
      {message.reactions.length > 0 ? <Reactions message={message} /> : null}
      <FailureNote message={message} />
    </div>
  )
}

/** One message in the timeline: a bubble, or a line for what happened. Renders again only when something of it changed. */
export const MessageRow = memo((props: Props) => {
  const { message } = props
  const isNotice = message.direction === 'event' || message.type === 'event' || message.type === 'system'
  if (isNotice) return <EventLine message={message} />
  return message.direction === 'note' ? <NoteRow {...props} /> : <Bubble {...props} />
})
