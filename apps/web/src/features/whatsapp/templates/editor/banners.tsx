import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { TemplateIssue } from '@recado/contracts/whatsapp/template-check-parts'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Advice, Mend } from './rejection.ts'

const Notice = lazyComponent(async () => (await import('./notice.tsx')).Notice, <Skeleton height={20} radius="md" />)

const RejectedBanner = lazyComponent(
  async () => (await import('./rejected-banner.tsx')).RejectedBanner,
  <Skeleton height={150} radius="md" />,
)

const RecategorisedBanner = lazyComponent(
  async () => (await import('./recategorised-banner.tsx')).RecategorisedBanner,
  <Skeleton height={110} radius="md" />,
)

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
