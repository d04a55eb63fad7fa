import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconAlertTriangle, IconArrowsExchange, IconBan, IconInfoCircle, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dateTime, day } from '#web/lib/i18n/dates.ts'
import { metaPages } from '#web/lib/ui/meta-pages.ts'
import { useCategory } from '../labels.tsx'
import { useCategoryCost } from './category-choice.tsx'

const Rejected = ({ template }: { template: TemplateDetail }) => {
  const { t } = useTranslation('whatsapp/templates')
  const reason = template.rejectedReason ?? 'OTHER'
  const known = t(`rejection.${reason}.why`, { defaultValue: t('rejection.OTHER.why') })
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('rejection.title')} role="status">
      <Stack gap={6}>
        <Text size="sm">{known}</Text>
        <Text size="sm" fw={550}>
          {t(`rejection.${reason}.fix`, { defaultValue: t('rejection.OTHER.fix') })}
        </Text>
        {template.recommendation ? (
          <Text size="sm">{t('rejection.recommendation', { text: template.recommendation })}</Text>
        ) : null}
        <Anchor
          href={metaPages.templates(template.wabaId)}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          c="inherit"
          underline="always"
        >
          {t('rejection.appeal')}
        </Anchor>
      </Stack>
    </Alert>
  )
}

const others = ['PENDING_DELETION', 'ARCHIVED', 'FLAGGED', 'LIMIT_EXCEEDED', 'LOCKED', 'IN_APPEAL'] as const
const isOther = (status: string): status is (typeof others)[number] => others.some((name) => name === status)

const Notice = ({ template }: { template: TemplateDetail }) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const { status, pausedUntil, editing } = template
  const at = (instant: string) => dateTime(instant, i18n.language)
  if (status === 'PAUSED')
    return (
      <Alert color="red" icon={<IconPlayerPause />} title={t('paused.title')} role="status">
        {pausedUntil ? t('paused.until', { time: at(pausedUntil) }) : t('paused.text')}
      </Alert>
    )
  if (status === 'DISABLED')
    return (
      <Alert color="red" icon={<IconBan />} title={t('disabled.title')} role="status">
        {t('disabled.text')}
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

/** What Meta made of the category, and what that costs. */
const Recategorised = ({ template }: { template: TemplateDetail }) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const { price } = useCategoryCost()
  const categoryOf = useCategory()
  if (!template.recategorised) return null
  const { before, at } = template.recategorised
  const [from, to] = [price(before), price(template.category)]
  return (
    <Alert color="clay" icon={<IconArrowsExchange />} title={t('recategorised.title')} role="status">
      <Stack gap={6}>
        <Text size="sm">
          {t('recategorised.text', {
            before: categoryOf(before),
            after: categoryOf(template.category),
            day: day(at, i18n.language),
          })}
        </Text>
        {from && to && from !== to ? (
          <Text size="sm">{t('recategorised.cost', { before: from, after: to })}</Text>
        ) : null}
        <Anchor href={metaPages.templates(template.wabaId)} target="_blank" rel="noopener noreferrer" size="sm">
          {t('recategorised.appeal')}
        </Anchor>
      </Stack>
    </Alert>
  )
}

type Props = {
  template: TemplateDetail
  conflict: boolean
  canWrite: boolean
  onReload: () => void
  onDiscard: () => void
}

/** What one has to know before writing: what Meta said, and what is not published. */
export const Banners = ({ template, conflict, canWrite, onReload, onDiscard }: Props) => {
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
      {template.status === 'REJECTED' ? <Rejected template={template} /> : <Notice template={template} />}
      <Recategorised template={template} />
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
