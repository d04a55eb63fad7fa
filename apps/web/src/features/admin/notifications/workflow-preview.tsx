import { Alert, Grid, Select, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { previewQuery, type StepPart, type WorkflowDetail } from './api.ts'
import type { Payload } from './payload.ts'
import { PayloadEditor } from './payload-editor.tsx'
import { PreviewShows } from './preview-shows.tsx'
import { SubscriberSelect } from './subscriber-select.tsx'

type Shown = { part: StepPart; label: string }

const channelOf = ({ template }: StepPart) => channelTypes.find((type) => type === template.type)

const useShown = (workflow: WorkflowDetail): Shown[] => {
  const { t } = useTranslation('admin/notifications')
  return useMemo(
    () =>
      workflow.steps.flatMap(({ variants = [], ...part }, index) => {
        if (!channelOf(part)) return []
        const label = `${index + 1}. ${part.name || t(`step.${part.template.type}`)}`
        return [
          { part, label },
          ...variants.map((variant) => ({ part: variant, label: `${label} · ${variant.name || t('variant')}` })),
        ]
      }),
    [workflow.steps, t],
  )
}

const pause = 400

const Result = ({ part, payload, subscriberId }: { part: StepPart; payload: Payload; subscriberId: string }) => {
  const { t } = useTranslation('admin/notifications')
  const { data, error, refetch } = useQuery(previewQuery(part.template, payload, subscriberId))
  const channel = channelOf(part)
  if (error) return <RetryState compact error={error} onRetry={refetch} />
  if (!data || !channel) return <Skeleton height={220} radius="lg" />
  if (data.error) {
    return (
      <Alert color="red" title={t('preview.failed')} role="alert">
        {data.error}
      </Alert>
    )
  }
  return <PreviewShows channel={channel} preview={data} />
}

/** What each step would show for a payload and, when chosen, for a person. */
export const WorkflowPreview = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const shown = useShown(workflow)
  const [place, setPlace] = useState('0')
  const [payload, setPayload] = useState<Payload>(workflow.samplePayload)
  const [subscriberId, setSubscriberId] = useState('')
  const [settled] = useDebouncedValue(payload, pause)
  const chosen = shown[Number(place)]
  if (!chosen)
    return <EmptyState icon={IconEyeOff} title={t('preview.nothing')} description={t('preview.nothingText')} />
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          <Select
            label={t('preview.step')}
            allowDeselect={false}
            value={place}
            onChange={(value) => setPlace(value ?? '0')}
            data={shown.map(({ label }, index) => ({ value: String(index), label }))}
          />
          <SubscriberSelect
            label={t('preview.subscriber')}
            description={t('preview.subscriberText')}
            value={subscriberId}
            onChange={setSubscriberId}
          />
          <PayloadEditor variables={workflow.variables} payload={payload} onChange={setPayload} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Result part={chosen.part} payload={settled} subscriberId={subscriberId} />
      </Grid.Col>
    </Grid>
  )
}
