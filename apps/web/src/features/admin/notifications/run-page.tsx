import { Alert, Badge, Button, Grid, Paper, Text, Title } from '@mantine/core'
import { cancelNotificationRun, repeatNotificationRun } from '@recado/contracts/admin/notification-runs'
import { IconPlayerStop, IconRepeat } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { call, isNotFound } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { toastInfo, toastSuccess } from '#web/lib/ui/toasts.ts'
import { isSettled, notificationKeys, type RunDetail, runQuery } from './api.ts'
import { PersonText } from './labels.tsx'
import classes from './notifications.module.css'
import { RunTimeline } from './run-timeline.tsx'
import { useWorkflowTexts } from './use-step-texts.ts'

const Actions = ({ run }: { run: RunDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [canceling, setCanceling] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: notificationKeys.runs })
  const repeat = useMutation({
    mutationFn: () => call(repeatNotificationRun, { params: { id: run.id } }),
    onSuccess: async ({ status, transactionId }) => {
      if (status !== 'processed' || !transactionId) return toastInfo(t(`triggerStatus.${status}`))
      toastSuccess(t('run.repeated'))
      await refresh()
      await navigate({ to: '/admin/notifications/activity', search: { transactionId } })
    },
  })
  const cancel = async () => {
    const { canceled } = await call(cancelNotificationRun, { params: { id: run.id } })
    if (canceled) toastSuccess(t('run.canceled'))
    else toastInfo(t('run.nothingWaits'))
    void refresh()
  }
  const waits = run.jobs.some(({ status }) => !isSettled(status) || status === 'merged')
  return (
    <>
      {waits ? (
        <Button variant="default" leftSection={<IconPlayerStop size={17} />} onClick={() => setCanceling(true)}>
          {t('run.cancel')}
        </Button>
      ) : null}
      <Button leftSection={<IconRepeat size={17} />} loading={repeat.isPending} onClick={() => repeat.mutate()}>
        {t('run.repeat')}
      </Button>
      <ConfirmDialog
        opened={canceling}
        title={t('run.cancelTitle')}
        confirmLabel={t('run.cancel')}
        danger
        onClose={() => setCanceling(false)}
        onConfirm={cancel}
      >
        {t('run.cancelText')}
      </ConfirmDialog>
    </>
  )
}

const Facts = ({ run }: { run: RunDetail }) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  const { workflow, subscriber, tenant, actor, transactionId, createdAt, workflowVersion } = run
  return (
    <dl className={classes.facts}>
      <dt>{t('column.workflow')}</dt>
      <dd>
        <TextLink to="/admin/notifications/workflows/$id" params={{ id: workflow.id }} inherit>
          {own(workflow, workflow.name)}
        </TextLink>{' '}
        <Text span size="xs" c="dimmed">
          {t('workflow.version', { version: workflowVersion })}
        </Text>
      </dd>
      <dt>{t('column.subscriber')}</dt>
      <dd>
        {subscriber ? (
          <TextLink
            to="/admin/notifications/subscribers/$subscriberId"
            params={{ subscriberId: subscriber.subscriberId }}
            inherit
          >
            {subscriber.name || subscriber.subscriberId}
          </TextLink>
        ) : (
          t('nobody')
        )}
        {subscriber?.email ? (
          <Text size="xs" c="dimmed">
            {subscriber.email}
          </Text>
        ) : null}
      </dd>
      {actor ? (
        <>
          <dt>{t('run.actor')}</dt>
          <dd>
            <PersonText person={actor} />
          </dd>
        </>
      ) : null}
      {tenant ? (
        <>
          <dt>{t('column.tenant')}</dt>
          <dd>{tenant.name ?? tenant.identifier}</dd>
        </>
      ) : null}
      <dt>{t('column.time')}</dt>
      <dd>{dateTime(createdAt, i18n.language)}</dd>
      <dt>{t('column.transaction')}</dt>
      <dd>
        <span className={classes.mono}>{transactionId}</span> <CopyButton value={transactionId} size="xs" />
        <div>
          <TextLink to="/admin/notifications/logs" search={{ transactionId }} size="xs">
            {t('run.logs')}
          </TextLink>
        </div>
      </dd>
    </dl>
  )
}

const Payloads = ({ run }: { run: RunDetail }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <>
      <Title order={2} fz="md" mt="lg" mb="xs">
        {t('payload.label')}
      </Title>
      {run.payload ? (
        <JsonView value={run.payload} label={t('payload.label')} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('run.payloadTooLarge')}
        </Text>
      )}
      {Object.keys(run.overrides).length > 0 ? (
        <>
          <Title order={2} fz="md" mt="lg" mb="xs">
            {t('run.overrides')}
          </Title>
          <JsonView value={run.overrides} label={t('run.overrides')} />
        </>
      ) : null}
    </>
  )
}

/** One trigger for one subscriber: every step with what was decided about it. */
export const RunPage = ({ id }: { id: string }) => {
  const { t } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  const query = useQuery(runQuery(id))
  const run = query.data
  if (!run || isNotFound(query.error)) return <RecordFallback query={query} />
  return (
    <DetailPage
      title={own(run.workflow, run.workflow.name)}
      back={
        <TextLink to="/admin/notifications/activity" size="sm">
          {t('activity.title')}
        </TextLink>
      }
      status={
        run.isTest ? (
          <Badge size="sm" variant="light" color="gray">
            {t('activity.test')}
          </Badge>
        ) : null
      }
      facts={`${t('run.for')} ${run.subscriber?.name || run.subscriber?.subscriberId || t('nobody')}`}
      action={<Actions run={run} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          {run.jobs.length === 0 ? <Alert color="gray">{t('run.noSteps')}</Alert> : <RunTimeline jobs={run.jobs} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder p="lg">
            <Facts run={run} />
            <Payloads run={run} />
          </Paper>
        </Grid.Col>
      </Grid>
    </DetailPage>
  )
}
