import { Alert, Grid, Group, Loader, Paper, Text, TextInput, Title } from '@mantine/core'
import { testNotificationWorkflow } from '@recado/contracts/admin/notification-workflows'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { isSettled, runOfTransactionQuery, runQuery, type WorkflowDetail } from './api.ts'
import type { Payload } from './payload.ts'
import { PayloadEditor } from './payload-editor.tsx'
import { RunTimeline } from './run-timeline.tsx'
import { SubscriberSelect } from './subscriber-select.tsx'

const Timeline = ({ runId }: { runId: string }) => {
  const { t } = useTranslation('admin/notifications')
  const { data: run, error, refetch } = useQuery(runQuery(runId))
  if (error && !run) return <RetryState compact error={error} onRetry={refetch} />
  if (!run) return <Loader aria-label={t('common:loading')} />
  const settled = run.jobs.every(({ status }) => isSettled(status))
  const waits = !settled && run.jobs.some(({ status }) => status === 'delayed')
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text fw={600} role="status">
          {t(settled ? 'test.settled' : waits ? 'test.waits' : 'test.running')}
        </Text>
        <TextLink to="/admin/notifications/activity/$runId" params={{ runId }} size="sm">
          {t('test.open')}
        </TextLink>
      </Group>
      <RunTimeline jobs={run.jobs} />
    </>
  )
}

const Follow = ({ transactionId }: { transactionId: string }) => {
  const { t } = useTranslation('admin/notifications')
  const { data: run } = useQuery(runOfTransactionQuery(transactionId))
  if (run) return <Timeline runId={run.id} />
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden="true" />
      <Text size="sm">{t('test.starting')}</Text>
    </Group>
  )
}

type Values = { subscriberId: string; tenant: string; payload: Payload }
type TestBody = Omit<Values, 'tenant'> & { tenant?: string }

const bodyOf = ({ tenant, ...values }: Values): TestBody => ({
  ...values,
  ...(tenant.trim() ? { tenant: tenant.trim() } : {}),
})

/** Triggers a workflow for one person and shows what becomes of it while it happens. */
export const WorkflowTest = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const trigger = useMutation({
    meta: { quiet: true },
    mutationFn: (body: TestBody) => call(testNotificationWorkflow, { params: { id: workflow.id }, body }),
  })
  const { form, state } = useContractForm({
    schema: testNotificationWorkflow.body,
    initialValues: { subscriberId: '', tenant: '', payload: workflow.samplePayload },
    toBody: bodyOf,
    brief: true,
    onSubmit: (values) => trigger.mutateAsync(bodyOf(values)),
  })
  const answer = trigger.data
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <ShortForm {...state} submitLabel={t('test.run')} ready={form.values.subscriberId !== ''}>
          <Text size="sm" c="dimmed">
            {t('test.text')}
          </Text>
          <SubscriberSelect
            label={t('column.subscriber')}
            withAsterisk
            {...form.getInputProps('subscriberId')}
            value={form.values.subscriberId}
          />
          <PayloadEditor
            variables={workflow.variables}
            payload={form.values.payload}
            errors={form.errors}
            onChange={(payload) => form.setFieldValue('payload', payload)}
          />
          <TextInput
            label={t('column.tenant')}
            description={t(workflow.needsTenant ? 'test.tenantNeeded' : 'test.tenantOptional')}
            {...form.getInputProps('tenant')}
          />
          {workflow.active ? null : <Alert color="clay">{t('test.inactive')}</Alert>}
        </ShortForm>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Paper withBorder p="lg" component="section" aria-label={t('test.result')}>
          <Title order={2} mb="md">
            {t('test.result')}
          </Title>
          {!answer ? <EmptyState compact icon={IconPlayerPlay} title={t('test.nothing')} /> : null}
          {answer && answer.status !== 'processed' ? (
            <Alert color="clay">{t(`triggerStatus.${answer.status}`)}</Alert>
          ) : null}
          {answer?.transactionId && answer.status === 'processed' ? (
            <Follow key={answer.transactionId} transactionId={answer.transactionId} />
          ) : null}
        </Paper>
      </Grid.Col>
    </Grid>
  )
}
