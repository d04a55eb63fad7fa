import { Badge, Group, Text, Tooltip } from '@mantine/core'
import type { NotificationJobStatus, StepType } from '@recado/contracts/notifications/domain'
import { keysOf } from '@recado/contracts/shared/keys'
import {
  IconAlertTriangle,
  IconArrowMerge,
  IconBell,
  IconBolt,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClockHour4,
  IconDeviceMobileMessage,
  IconHourglass,
  IconMail,
  IconMessageCircle,
  IconNotification,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconStack2,
  IconWebhook,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import classes from './notifications.module.css'

const stepIcons = {
  in_app: IconBell,
  email: IconMail,
  sms: IconDeviceMobileMessage,
  chat: IconMessageCircle,
  push: IconNotification,
  digest: IconStack2,
  delay: IconClockHour4,
  trigger: IconBolt,
  custom: IconWebhook,
} as const

/** The icon of a kind of step; its name has to stand beside it. */
export const StepIcon = ({ type, size = 18 }: { type: StepType; size?: number }) => {
  const Icon = stepIcons[type]
  return <Icon size={size} stroke={1.7} aria-hidden="true" />
}

/** The steps of a workflow as a row of icons, from the trigger on. */
export const StepFlow = ({ types }: { types: readonly StepType[] }) => {
  const { t } = useTranslation('admin/notifications')
  const shown = types.slice(0, 6)
  const label = [t('trigger'), ...types.map((type) => t(`step.${type}`))].join(' → ')
  return (
    <Tooltip label={label} multiline maw={320}>
      <span className={classes.flow} role="img" aria-label={label}>
        <IconBolt size={15} stroke={1.7} className={classes.flowStart} />
        <ByPlace items={shown}>
          {(type) => (
            <>
              <IconChevronRight size={11} stroke={2} className={classes.flowArrow} />
              <span className={classes.flowStep}>
                <StepIcon type={type} size={15} />
              </span>
            </>
          )}
        </ByPlace>
        {types.length > shown.length ? <Text size="xs">+{types.length - shown.length}</Text> : null}
      </span>
    </Tooltip>
  )
}

const statusLooks = {
  pending: { icon: IconCircleDashed, color: 'gray' },
  queued: { icon: IconHourglass, color: 'gray' },
  running: { icon: IconPlayerTrackNext, color: 'petrol' },
  completed: { icon: IconCircleCheck, color: 'petrol' },
  failed: { icon: IconCircleX, color: 'red' },
  delayed: { icon: IconClockHour4, color: 'clay' },
  canceled: { icon: IconCircleMinus, color: 'gray' },
  merged: { icon: IconArrowMerge, color: 'gray' },
  skipped: { icon: IconPlayerSkipForward, color: 'gray' },
} as const

export const jobStatuses = keysOf(statusLooks)

/** How far a step is: icon, color and a word. */
export const JobStatusBadge = ({ status }: { status: NotificationJobStatus }) => {
  const { t } = useTranslation('admin/notifications')
  const { icon: Icon, color } = statusLooks[status]
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={13} aria-hidden="true" />} data-job-status={status}>
      {t(`status.${status}`)}
    </Badge>
  )
}

type DotJob = { id: string; type: StepType; status: NotificationJobStatus }

/** Each step of a run as the icon of its kind with a mark of how far it is. */
export const JobDots = ({ jobs }: { jobs: readonly DotJob[] }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Group gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {jobs.map(({ id, type, status }) => {
        const { icon: Mark, color } = statusLooks[status]
        const label = `${t(`step.${type}`)}: ${t(`status.${status}`)}`
        return (
          <li key={id}>
            <Tooltip label={label}>
              <span className={classes.job} data-color={color} role="img" aria-label={label}>
                <StepIcon type={type} size={15} />
                <Mark size={13} stroke={2.4} className={classes.jobMark} />
              </span>
            </Tooltip>
          </li>
        )
      })}
    </Group>
  )
}

/** A workflow that subscribers cannot turn off. */
export const CriticalBadge = () => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Tooltip label={t('criticalText')}>
      <Badge
        size="sm"
        variant="light"
        color="clay"
        style={{ flex: 'none' }}
        leftSection={<IconAlertTriangle size={12} aria-hidden="true" />}
      >
        {t('critical')}
      </Badge>
    </Tooltip>
  )
}

type PersonProps = { person: { subscriberId: string; name: string; email: string | null } | null }

/** A subscriber's name with their address, or that they are gone. */
export const PersonText = ({ person }: PersonProps) => {
  const { t } = useTranslation('admin/notifications')
  if (!person) {
    return (
      <Text size="sm" c="dimmed" component="span">
        {t('nobody')}
      </Text>
    )
  }
  return (
    <span className={classes.person}>
      <Text size="sm" component="span" display="block" truncate>
        {person.name || person.subscriberId}
      </Text>
      {person.email ? (
        <Text size="xs" c="dimmed" component="span" display="block" truncate>
          {person.email}
        </Text>
      ) : null}
    </span>
  )
}
