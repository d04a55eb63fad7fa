import { Alert, Button, Grid, Paper, Skeleton, Text, Title } from '@mantine/core'
import { triggerNode } from '@recado/contracts/automation/automation-graph'
import {
  type AutomationRunDetail,
  cancelAutomationRun,
  openRunStates,
  retryAutomationRun,
  skipAutomationWait,
} from '@recado/contracts/automation/automation-runs'
import { IconPlayerSkipForward, IconPlayerStop, IconRepeat } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { automationsKey } from '#web/queries/automations.ts'
import { canvasNodesOf, conditionsNode } from '../shared/canvas-nodes.tsx'
import { EventFacts } from '../shared/event-facts.tsx'
import classes from '../shared/shared.module.css'
import { RunState } from '../shared/state-text.tsx'
import { marksOf, StepEntry } from '../shared/step-entry.tsx'
import { useFailureText } from '../shared/use-failure-text.ts'
import { useGraphWords } from '../shared/use-graph-words.ts'
import { runQuery } from './api.ts'
import { useDuration } from './use-duration.ts'

const FlowCanvas = lazyComponent(
  async () => (await import('#web/components/canvas/flow-canvas.tsx')).FlowCanvas,
  <Skeleton h={320} radius="lg" />,
)

const Actions = ({ run }: { run: AutomationRunDetail }) => {
  const { t } = useTranslation('automation/automations')
  const client = useQueryClient()
  const [canceling, setCanceling] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: automationsKey })
  const params = { id: run.id }
  const retry = useMutation({ mutationFn: () => call(retryAutomationRun, { params }), onSuccess: refresh })
  const skip = useMutation({ mutationFn: () => call(skipAutomationWait, { params }), onSuccess: refresh })
  const isOpen = openRunStates.some((state) => state === run.state)
  return (
    <>
      {isOpen ? (
        <Button variant="default" leftSection={<IconPlayerStop size={17} />} onClick={() => setCanceling(true)}>
          {t('run.cancel')}
        </Button>
      ) : null}
      {run.state === 'delayed' ? (
        <Button
          leftSection={<IconPlayerSkipForward size={17} />}
          loading={skip.isPending}
          onClick={() => skip.mutate()}
        >
          {t('run.skip')}
        </Button>
      ) : null}
      {run.state === 'failed' ? (
        <Button leftSection={<IconRepeat size={17} />} loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('run.retry')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={canceling}
        title={t('run.cancelTitle')}
        confirmLabel={t('run.cancel')}
        danger
        onClose={() => setCanceling(false)}
        onConfirm={async () => {
          await call(cancelAutomationRun, { params })
          await refresh()
        }}
      >
        {t('run.cancelText')}
      </ConfirmDialog>
    </>
  )
}

const useSummary = (run: AutomationRunDetail): string => {
  const { t, i18n } = useTranslation('automation/automations')
  const zone = useSignedIn().user.currentCompany?.timezone
  const { state, waiting, ending } = run
  const until = waiting?.until ? dateTime(waiting.until, i18n.language, zone) : ''
  if (state === 'delayed' && waiting?.for === 'event' && waiting.event)
    return t('run.waitsFor', { event: t(`trigger.${waiting.event}.name`), until })
  if (state === 'delayed' && until) return t('run.waitsUntil', { until })
  return ending ? t(`ending.${ending}`) : t(`runText.${state}`)
}

const Facts = ({ run }: { run: AutomationRunDetail }) => {
  const { t, i18n } = useTranslation('automation/automations')
  const zone = useSignedIn().user.currentCompany?.timezone
  const durationOf = useDuration()
  return (
    <dl className={classes.facts}>
      <dt>{t('run.contact')}</dt>
      <dd>
        {run.contact ? (
          <TextLink inherit to="/company/contacts/$id" params={{ id: run.contact.id }}>
            {run.contact.name ?? t('noName')}
          </TextLink>
        ) : (
          t('noContact')
        )}
      </dd>
      {run.conversationId ? (
        <>
          <dt>{t('run.conversation')}</dt>
          <dd>
            <TextLink inherit to="/integrations/whatsapp/chat" search={{ conversation: run.conversationId }}>
              {t('run.openChat')}
            </TextLink>
          </dd>
        </>
      ) : null}
      <dt>{t('column.trigger')}</dt>
      <dd>{t(`trigger.${run.trigger}.name`)}</dd>
      <dt>{t('column.version')}</dt>
      <dd>{t('versionNumber', { number: run.version })}</dd>
      <dt>{t('run.started')}</dt>
      <dd>{dateTime(run.startedAt, i18n.language, zone)}</dd>
      <dt>{t('run.duration')}</dt>
      <dd>{durationOf(run)}</dd>
      {run.parentId ? (
        <>
          <dt>{t('run.parent')}</dt>
          <dd>
            <TextLink inherit to="/company/actions/runs/$id" params={{ id: run.parentId }}>
              {t('run.openParent')}
            </TextLink>
          </dd>
        </>
      ) : null}
    </dl>
  )
}

const Shown = ({ run }: { run: AutomationRunDetail }) => {
  const { t } = useTranslation('automation/automations')
  const failureText = useFailureText()
  const write = useCan()('automations.write')
  const words = useGraphWords(run.graph)
  const [selected, setSelected] = useState<string | null>(null)
  const { graph, log } = run
  const { filterWords } = words
  const failed = graph.nodes.find(({ id }) => id === run.node)
  const marks = new Map(marksOf(log, (state) => t(`stepState.${state}`)))
  marks.set(triggerNode, { mark: undefined, taken: [conditionsNode] })
  marks.set(conditionsNode, { mark: undefined, taken: ['next'] })
  const nodes = canvasNodesOf(graph, { words, findings: [], marks })
  const show = (id: string) => {
    setSelected(id)
    document.getElementById(`step-${id}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }
  const seen = new Set<string>()
  return (
    <DetailPage
      back={
        <TextLink
          to="/company/actions/$id"
          params={{ id: run.automation.id }}
          search={{ tab: 'runs' as const }}
          size="sm"
        >
          {run.automation.name}
        </TextLink>
      }
      title={run.contact ? t('run.titleOf', { name: run.contact.name ?? t('noName') }) : t('run.title')}
      status={<RunState state={run.state} />}
      action={write ? <Actions run={run} /> : null}
      summary={useSummary(run)}
    >
      {run.error ? (
        <Alert color="red" mb="md" title={failureText(run.error.code)}>
          {failed ? <Text size="sm">{t('run.failedAt', { step: words.titleOf(failed) })}</Text> : null}
        </Alert>
      ) : null}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <div className={classes.area}>
            <FlowCanvas
              label={t('canvasOf', { name: run.automation.name })}
              start={triggerNode}
              nodes={nodes}
              selected={selected}
              onSelect={show}
            />
          </div>
          <Title order={2} fz="md" mt="lg" mb="sm">
            {t('run.timeline')}
          </Title>
          {log.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('run.noSteps')}
            </Text>
          ) : null}
          <ol className={classes.steps} aria-label={t('run.timeline')}>
            {log.map((step) => {
              const isFirst = !seen.has(step.node)
              seen.add(step.node)
              return (
                <StepEntry
                  key={step.id}
                  {...(isFirst ? { anchor: `step-${step.node}` } : {})}
                  step={step}
                  node={graph.nodes.find(({ id }) => id === step.node)}
                  words={words}
                  filterWords={filterWords}
                  at={step.startedAt}
                  attempt={step.attempt}
                />
              )
            })}
          </ol>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder p="lg">
            <Facts run={run} />
            {run.event && Object.keys(run.event).length > 0 ? (
              <>
                <Title order={2} fz="md" mt="lg" mb="xs">
                  {t('run.event')}
                </Title>
                <EventFacts event={run.event} words={filterWords} label={t('run.event')} />
              </>
            ) : null}
            {run.variables && Object.keys(run.variables).length > 0 ? (
              <>
                <Title order={2} fz="md" mt="lg" mb="xs">
                  {t('run.variables')}
                </Title>
                <JsonView value={run.variables} label={t('run.variables')} />
              </>
            ) : null}
          </Paper>
        </Grid.Col>
      </Grid>
    </DetailPage>
  )
}

/** One run: every step that it did, what it decided and why, and what it sent. */
export const RunPage = ({ id }: { id: string }) => {
  const query = useQuery(runQuery(id))
  useInvalidateOn(['automation.updated'], [runQuery(id).queryKey])
  return query.data ? <Shown run={query.data} /> : <RecordFallback query={query} />
}
