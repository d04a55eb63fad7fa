import { Alert, Button, Text } from '@mantine/core'
import { IconBan, IconInfoCircle, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { Mends } from './mends.tsx'
import type { RejectedProps } from './rejected-banner.tsx'
import type { Mend } from './rejection.ts'

const improve: readonly Mend[] = [{ start: 'write', path: 'body.text' }]
const others = ['PENDING_DELETION', 'ARCHIVED', 'FLAGGED', 'LIMIT_EXCEEDED', 'LOCKED', 'IN_APPEAL'] as const
const isOther = (status: string): status is (typeof others)[number] => others.some((name) => name === status)

export type NoticeProps = Omit<RejectedProps, 'advice' | 'noticed'> & { onCopy: () => void }

/** What the status of a template means for whoever edits it. */
export const Notice = ({ template, canWrite, onMend, onCopy }: NoticeProps) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const { status, pausedUntil, editing } = template
  const at = (instant: string) => dateTime(instant, i18n.language)
  if (status === 'PAUSED')
    return (
      <Alert color="red" icon={<IconPlayerPause />} title={t('paused.title')} role="status">
        <Text size="sm">{pausedUntil ? t('paused.until', { time: at(pausedUntil) }) : t('paused.text')}</Text>
        {canWrite ? <Mends mends={improve} onMend={onMend} /> : null}
      </Alert>
    )
  if (status === 'DISABLED')
    return (
      <Alert color="red" icon={<IconBan />} title={t('disabled.title')} role="status">
        <Text size="sm">{t('disabled.text')}</Text>
        {canWrite ? (
          <Button size="compact-sm" mt="xs" onClick={onCopy}>
            {t('copy.open')}
          </Button>
        ) : null}
      </Alert>
    )
  if (isOther(status))
    return (
      <Alert
        {...(status === 'FLAGGED' ? { color: 'red' } : {})}
        icon={<IconInfoCircle />}
        title={t(`notice.${status}.title`)}
        role="status"
      >
        {t(`notice.${status}.text`)}
      </Alert>
    )
  if (status === 'PENDING')
    return (
      <Alert icon={<IconInfoCircle />} title={t('pending.title')} role="status">
        {t('pending.text')}
      </Alert>
    )
  if (status === 'UNKNOWN' || status === 'SUBMITTING')
    return (
      <Alert icon={<IconInfoCircle />} title={t('unknown.title')} role="status">
        {t('unknown.text')}
      </Alert>
    )
  if (status === 'APPROVED' && !editing.allowed)
    return (
      <Alert icon={<IconInfoCircle />} title={t('limits.title')} role="status">
        {t(`limits.${editing.reason === 'month' ? 'month' : 'day'}`, { time: editing.until ? at(editing.until) : '' })}
      </Alert>
    )
  if (status === 'APPROVED')
    return (
      <Text size="sm" c="dimmed">
        {t('limits.left', { count: editing.leftInMonth })}
      </Text>
    )
  return null
}
