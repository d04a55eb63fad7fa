import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DetailStatus } from '@recado/contracts/notifications/domain'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconEyeCheck,
  IconHourglass,
  IconPointFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { Collapse } from '#web/components/content/collapse.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ScrollRegion } from '#web/components/content/scroll-region.tsx'
import { datesIn, dateTime } from '#web/lib/i18n/dates.ts'
import type { RunJob } from './api.ts'
import { JobStatusBadge, StepIcon } from './labels.tsx'
import classes from './notifications.module.css'
import { plainText } from './step-summary.ts'
import { useProviderName } from './use-step-texts.ts'

const looks = {
  Success: { icon: IconCircleCheck, color: 'petrol' },
  Warning: { icon: IconAlertTriangle, color: 'clay' },
  Failed: { icon: IconCircleX, color: 'red' },
  Pending: { icon: IconPointFilled, color: 'gray' },
  Queued: { icon: IconHourglass, color: 'gray' },
  ReadConfirmation: { icon: IconEyeCheck, color: 'petrol' },
} as const satisfies Record<DetailStatus, unknown>

type Detail = RunJob['details'][number]
type Message = RunJob['messages'][number]

const pretty = (raw: string): string => {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}

const Raw = ({ raw, label }: { raw: string; label: string }) => {
  const { t } = useTranslation('admin/notifications')
  const [open, { toggle }] = useDisclosure(false)
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={toggle} aria-expanded={open} px={4}>
        {t(open ? 'run.hideRaw' : 'run.showRaw')}
      </Button>
      <Collapse expanded={open}>
        <ScrollRegion className={classes.raw} label={label}>
          {pretty(raw)}
        </ScrollRegion>
      </Collapse>
    </>
  )
}

const Time = ({ at }: { at: string }) => {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} title={dateTime(at, i18n.language)}>
      <Text size="xs" c="dimmed" component="span" style={{ whiteSpace: 'nowrap' }}>
        {datesIn(i18n.language).exactClock(at)}
      </Text>
    </time>
  )
}

const Moment = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation('admin/notifications')
  const { icon: Icon, color } = looks[detail.status]
  const nameOf = useProviderName()
  const text = t(`moment.${detail.moment}`)
  const more = [nameOf(detail.providerId), detail.webhookStatus, detail.isRetry ? t('run.retry') : null].filter(Boolean)
  return (
    <li>
      <span className={classes.moment} data-color={color} role="img" aria-label={t(`detailStatus.${detail.status}`)}>
        <Icon size={17} stroke={1.9} />
      </span>
      <div style={{ minWidth: 0 }}>
        <Text size="sm">
          {text}
          {more.length > 0 ? (
            <Text span inherit c="dimmed">
              {' · '}
              {more.join(' · ')}
            </Text>
          ) : null}
        </Text>
        {detail.raw ? <Raw raw={detail.raw} label={text} /> : null}
      </div>
      <Time at={detail.at} />
    </li>
  )
}

const messageColors = { pending: 'gray', sent: 'petrol', error: 'red', warning: 'clay', unknown: 'gray' } as const

const MessageLine = ({ message }: { message: Message }) => {
  const { t } = useTranslation('admin/notifications')
  const read = message.readAt ? 'read' : message.seenAt ? 'seen' : null
  return (
    <div className={classes.variant}>
      <Group gap={8}>
        <Badge size="sm" variant="light" color={messageColors[message.status]}>
          {t(`messageStatus.${message.status}`)}
        </Badge>
        {message.address ? <Text size="sm">{message.address}</Text> : null}
        {read ? (
          <Text size="sm" c="dimmed">
            {t(`run.${read}`)}
          </Text>
        ) : null}
      </Group>
      <Text size="sm" mt={4} lineClamp={3}>
        {message.subject || plainText(message.content)}
      </Text>
      {message.error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {message.error}
        </Text>
      ) : null}
    </div>
  )
}

const Waiting = ({ job }: { job: RunJob }) => {
  const { t, i18n } = useTranslation('admin/notifications')
  if (job.status === 'delayed' && job.runAt) {
    return (
      <Text size="sm" c="dimmed" mt={4}>
        {t('run.waitsUntil', { time: dateTime(job.runAt, i18n.language) })} (<RelativeTime value={job.runAt} />)
      </Text>
    )
  }
  if (!job.mergedInto) return null
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {t('run.mergedInto')}
    </Text>
  )
}

const Job = ({ job, number }: { job: RunJob; number: number }) => {
  const { t } = useTranslation('admin/notifications')
  const nameOf = useProviderName()
  const type = t(`step.${job.type}`)
  return (
    <li>
      <span
        className={classes.knot}
        data-bad={job.status === 'failed' || undefined}
        data-off={job.status === 'pending' || job.status === 'canceled' || undefined}
      >
        <StepIcon type={job.type} size={20} />
      </span>
      <Paper withBorder p="md">
        <Group justify="space-between" gap={8}>
          <Group gap={8}>
            <Text fw={600}>{job.name || type}</Text>
            <Text size="sm" c="dimmed">
              {[`${number}.`, job.name ? type : null, nameOf(job.providerId)].filter(Boolean).join(' ')}
            </Text>
          </Group>
          <JobStatusBadge status={job.status} />
        </Group>
        <Waiting job={job} />
        {job.messages.map((message) => (
          <MessageLine key={message.id} message={message} />
        ))}
        {job.details.length > 0 ? (
          <ol className={classes.moments}>
            <ByPlace items={job.details}>{(detail) => <Moment detail={detail} />}</ByPlace>
          </ol>
        ) : null}
      </Paper>
    </li>
  )
}

/** The steps of a run, each with everything that was decided about it. */
export const RunTimeline = ({ jobs }: { jobs: readonly RunJob[] }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <ol className={classes.steps} aria-label={t('run.timeline')}>
      {jobs.map((job, index) => (
        <Job key={job.id} job={job} number={index + 1} />
      ))}
    </ol>
  )
}
