import { Alert, Grid, Group, Loader, Paper, Text, TextInput, Title } from '@mantine/core'
import { testNotificationWorkflow } from '@recado/contracts/admin/notification-workflows'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { isSettled, runOfTransactionQuery, runQuery, type WorkflowDetail } from './api.ts'
import { type Payload, PayloadEditor } from './payload-editor.tsx'
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

const Refused = ({ error }: { error: unknown }) => {
  const { t } = useTranslation(['admin/notifications', 'errors'])
  const lacking = error instanceof ApiError ? error.fields : []
  return (
    <Alert color="red" role="alert">
      {errorText(t, error)}
      {lacking.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  )
}

/** Triggers a workflow for one person and shows what becomes of it while it happens. */
export const WorkflowTest = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const [subscriberId, setSubscriberId] = useState('')
  const [tenant, setTenant] = useState('')
  const [payload, setPayload] = useState<Payload>(workflow.samplePayload)
  const trigger = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      call(testNotificationWorkflow, {
        params: { id: workflow.id },
        body: { subscriberId, payload, ...(tenant.trim() ? { tenant: tenant.trim() } : {}) },
      }),
  })
  const answer = trigger.data
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <ShortForm
          busy={trigger.isPending}
          submitLabel={t('test.run')}
          ready={subscriberId !== ''}
          onSubmit={(event) => {
            event.preventDefault()
            trigger.mutate()
          }}
        >
          <Text size="sm" c="dimmed">
            {t('test.text')}
          </Text>
          <SubscriberSelect
            label={t('column.subscriber')}
            withAsterisk
            value={subscriberId}
            onChange={setSubscriberId}
          />
          <PayloadEditor variables={workflow.variables} payload={payload} onChange={setPayload} />
          <TextInput
            name="tenant"
            label={t('column.tenant')}
            description={t(workflow.needsTenant ? 'test.tenantNeeded' : 'test.tenantOptional')}
            value={tenant}
            onChange={(event) => setTenant(event.currentTarget.value)}
          />
          {workflow.active ? null : <Alert color="clay">{t('test.inactive')}</Alert>}
        </ShortForm>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Paper withBorder p="lg" component="section" aria-label={t('test.result')}>
          <Title order={2} mb="md">
            {t('test.result')}
          </Title>
          {trigger.error ? <Refused error={trigger.error} /> : null}
          {!answer && !trigger.error ? <EmptyState compact icon={IconPlayerPlay} title={t('test.nothing')} /> : null}
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
