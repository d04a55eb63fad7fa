import { VisuallyHidden } from '@mantine/core'
import type { Presence } from '@recado/contracts/automation/presence'
import type { Priority } from '@recado/contracts/inbox/conversations'
import type { Label } from '@recado/contracts/inbox/labels'
import { IconArrowDown, IconArrowUp, IconChevronsUp, IconEqual } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import classes from './actions.module.css'
import { useNow } from './use-now.ts'

/** The availability of a member, each with its own color and shape. */
export const PresenceDot = ({ presence, className }: { presence: Presence; className?: string | undefined }) => (
  <span className={`${classes.dot} ${className ?? ''}`} data-presence={presence} aria-hidden="true" />
)

/** A person's picture with their presence. */
export const PersonMark = ({ name, src, presence }: { name: string; src: string | null; presence: Presence }) => (
  <span className={classes.person}>
    <Avatar name={name} src={src} size={24} />
    <PresenceDot presence={presence} className={classes.presence} />
  </span>
)

export const LabelSwatch = ({ color }: { color: Label['color'] }) => (
  <span
    className={classes.swatch}
    style={{ background: `light-dark(var(--mantine-color-${color}-7), var(--mantine-color-${color}-4))` }}
    aria-hidden="true"
  />
)

/** A label: its color and its name. */
export const LabelTag = ({ label }: { label: Label }) => (
  <span className={classes.label} title={label.name}>
    <LabelSwatch color={label.color} />
    <span>{label.name}</span>
  </span>
)

const icons = { low: IconArrowDown, medium: IconEqual, high: IconArrowUp, urgent: IconChevronsUp } as const

/** How urgent something is, by shape and word; nothing for `none`. */
export const PriorityMark = ({ priority, words = false }: { priority: Priority; words?: boolean }) => {
  const { t } = useTranslation('inbox/conversations')
  if (priority === 'none') return null
  const Icon = icons[priority]
  const text = t(`list.priorities.${priority}`)
  return (
    <span className={classes.priority} data-priority={priority} title={words ? undefined : text}>
      <Icon size={14} stroke={2.2} aria-hidden="true" />
      {words ? text : <VisuallyHidden>{text}</VisuallyHidden>}
    </span>
  )
}

const minute = 60_000
const wholeRing = 60
const round = 2 * Math.PI * 5

/** Minutes in at most two units: `12 min`, `3 h 5 min`, `2 d 4 h`; `roughly` in one. */
const useSpan = () => {
  const { t } = useTranslation('inbox/conversations')
  return (minutes: number, roughly = false): string => {
    if (roughly && minutes >= 60)
      return minutes < 1440
        ? t('list.span.roughHours', { hours: Math.floor(minutes / 60) })
        : t('list.span.roughDays', { days: Math.floor(minutes / 1440) })
    if (minutes < 60) return t('list.span.minutes', { minutes })
    if (minutes < 1440) return t('list.span.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    return t('list.span.days', { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60) })
  }
}

const stateOf = (left: number): 'late' | 'soon' | 'calm' => (left <= 0 ? 'late' : left <= 15 ? 'soon' : 'calm')

/** How long until a promise breaks: a ring that runs empty within the last hour, and an exclamation mark after it. */
export const SlaMark = ({ dueAt, words = false }: { dueAt: string | null; words?: boolean }) => {
  const { t } = useTranslation('inbox/conversations')
  const now = useNow()
  const span = useSpan()
  if (dueAt === null) return null
  const left = Math.ceil((Date.parse(dueAt) - now) / minute)
  const state = stateOf(left)
  const time = span(Math.abs(left))
  const rough = span(Math.abs(left), true)
  const text = t(state === 'late' ? 'list.slaLate' : 'list.slaLeft', { time })
  const share = Math.min(1, Math.max(0, left / wholeRing))
  return (
    <span className={classes.sla} data-sla={state} title={text}>
      <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
        {state === 'late' ? (
          <>
            <circle cx={7} cy={7} r={6.5} fill="currentColor" />
            <path d="M7 3.4v4.2M7 9.8v.6" stroke="var(--surface-card)" strokeWidth={1.8} strokeLinecap="round" />
          </>
        ) : (
          <>
            <circle cx={7} cy={7} r={5} fill="none" stroke="currentColor" strokeWidth={1} opacity={0.35} />
            <circle
              cx={7}
              cy={7}
              r={5}
              fill="none"
              stroke="currentColor"
              strokeWidth={2.6}
              strokeDasharray={`${share * round} ${round}`}
              transform="rotate(-90 7 7)"
            />
          </>
        )}
      </svg>
      {words ? text : <span aria-hidden="true">{state === 'late' ? `+${rough}` : rough}</span>}
      {words ? null : <VisuallyHidden>{text}</VisuallyHidden>}
    </span>
  )
}
