import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { TemplateIssue } from '@recado/contracts/whatsapp/template-check-parts'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconAlertTriangle, IconBan, IconInfoCircle, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { Mends } from './mends.tsx'
import type { RejectedProps } from './rejected-banner.tsx'
import type { Advice, Mend } from './rejection.ts'

const RejectedBanner = lazyComponent(
  async () => (await import('./rejected-banner.tsx')).RejectedBanner,
  <Skeleton height={150} radius="md" />,
)

const RecategorisedBanner = lazyComponent(
  async () => (await import('./recategorised-banner.tsx')).RecategorisedBanner,
  <Skeleton height={110} radius="md" />,
)

const improve: readonly Mend[] = [{ start: 'write', path: 'body.text' }]
const others = ['PENDING_DELETION', 'ARCHIVED', 'FLAGGED', 'LIMIT_EXCEEDED', 'LOCKED', 'IN_APPEAL'] as const
const isOther = (status: string): status is (typeof others)[number] => others.some((name) => name === status)

type NoticeProps = Omit<RejectedProps, 'advice' | 'noticed'> & { onCopy: () => void }

const Notice = ({ template, canWrite, onMend, onCopy }: NoticeProps) => {
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

type Props = {
  template: TemplateDetail
  conflict: boolean
  canWrite: boolean
  advice: Advice
  noticed: readonly TemplateIssue[]
  onMend: (mend: Mend) => void
  onCopy: () => void
  onReload: () => void
  onDiscard: () => void
}

/** What one has to know before writing: what Meta said, and what is not published. */
export const Banners = (props: Props) => {
  const { template, conflict, canWrite, advice, noticed, onMend, onCopy, onReload, onDiscard } = props
  const { t } = useTranslation('whatsapp/templates')
  return (
    <Stack gap="sm" mb="md">
      {conflict ? (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('conflict.title')} role="alert">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('conflict.text')}</Text>
            <Button size="compact-sm" variant="default" onClick={onReload}>
              {t('conflict.reload')}
            </Button>
          </Stack>
        </Alert>
      ) : null}
      {template.status === 'REJECTED' ? (
        <RejectedBanner {...{ template, advice, noticed, canWrite, onMend }} />
      ) : (
        <Notice {...{ template, canWrite, onMend, onCopy }} />
      )}
      {template.recategorised ? <RecategorisedBanner template={template} change={template.recategorised} /> : null}
      {template.twin ? (
        <Alert color="clay" icon={<IconInfoCircle />}>
          {t('twin', { name: template.twin })}
        </Alert>
      ) : null}
      {template.live && template.draft && canWrite ? (
        <Alert icon={<IconInfoCircle />} title={t('unpublished.title')}>
          <Group justify="space-between" gap="sm">
            <Text size="sm">{t('unpublished.text')}</Text>
            <Button size="compact-sm" variant="default" onClick={onDiscard}>
              {t('unpublished.discard')}
            </Button>
          </Group>
        </Alert>
      ) : null}
    </Stack>
  )
}
