import { Alert, Button, CloseButton, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import {
  type AutomationGraph,
  type AutomationNode,
  outletsOf,
  triggerNode,
} from '@recado/contracts/automation/automation-graph'
import { type DryRun, listAutomationSamples, testAutomation } from '@recado/contracts/automation/automation-runs'
import type { AutomationDetail } from '@recado/contracts/automation/automations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactSelect } from '#web/components/contact/contact-select.tsx'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { JsonView } from '#web/components/content/json-view.tsx'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { automationsKey } from '#web/queries/automations.ts'
import { conditionsNode, type Marks } from '../shared/canvas-nodes.tsx'
import { Conditions } from '../shared/decision-view.tsx'
import classes from '../shared/shared.module.css'
import { marksOf, StepEntry } from '../shared/step-entry.tsx'
import type { GraphWords } from '../shared/use-graph-words.ts'
import { useEditing } from './editing.ts'
import { sendableOf } from './sendable.ts'

const samplesQuery = (id: string) => ({
  queryKey: [...automationsKey, 'one', id, 'samples'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listAutomationSamples, { params: { id } }, { signal }),
})

const waitWays = ['event', 'yes', 'no', 'timeout'] as const
type WaitWay = (typeof waitWays)[number]

/** The ways out of a step that waits, by which its run may go on. */
const waysOf = (node: AutomationNode): WaitWay[] => waitWays.filter((way) => outletsOf(node).includes(way))

type Props = {
  automation: AutomationDetail
  graph: AutomationGraph
  words: GraphWords
  onMarks: (marks: Marks | undefined) => void
  onClose: () => void
}

const Outcome = ({ run, graph, words }: { run: DryRun; graph: AutomationGraph; words: GraphWords }) => {
  const { t } = useTranslation('automation/automations')
  const { words: filterWords } = useEditing()
  return (
    <Stack gap="sm">
      <Alert color={run.enters ? 'petrol' : 'clay'} role="status">
        <Text size="sm">
          {run.enters
            ? t(
                run.ending
                  ? `test.end_${run.ending === 'goal' ? 'goal' : run.ending === 'error' ? 'error' : 'finished'}`
                  : 'test.enters',
              )
            : t(`refusal.${run.refusal ?? 'conditions'}`)}
        </Text>
        <Conditions conditions={run.conditions} words={filterWords} />
      </Alert>
      <ol className={classes.steps} aria-label={t('test.steps')}>
        <ByPlace items={run.steps}>
          {(step) => (
            <StepEntry
              step={step}
              node={graph.nodes.find(({ id }) => id === step.node)}
              words={words}
              filterWords={filterWords}
              at={step.at}
            />
          )}
        </ByPlace>
      </ol>
    </Stack>
  )
}

/** Says what the automation would do about something that happened; nothing is sent or changed. */
export const TestPanel = ({ automation, graph, words, onMarks, onClose }: Props) => {
  const { t, i18n } = useTranslation(['automation/automations', 'contacts/list', 'errors'])
  const zone = useSignedIn().user.currentCompany?.timezone
  const samples = useQuery(samplesQuery(automation.id))
  const [sampleId, setSampleId] = useState<string | null>(null)
  const [contactId, setContactId] = useState('')
  const [waits, setWaits] = useState<Record<string, WaitWay>>({})
  const sample = samples.data?.data.find(({ id }) => id === sampleId)
  const run = useMutation({
    mutationFn: () =>
      call(testAutomation, {
        params: { id: automation.id },
        body: {
          ...(sampleId ? { sampleId } : {}),
          ...(contactId ? { contactId } : {}),
          ...{ graph: sendableOf(graph), waits },
        },
      }),
    onSuccess: (result) => {
      const marks = new Map(marksOf(result.steps, (state) => t(`stepState.${state}`)))
      const entered = {
        mark: {
          kind: result.enters ? ('done' as const) : ('skipped' as const),
          text: t(result.enters ? 'test.in' : 'test.out'),
        },
      }
      marks.set(conditionsNode, { ...entered, taken: result.enters ? ['next'] : [] })
      marks.set(triggerNode, { mark: undefined, taken: [conditionsNode] })
      onMarks(marks)
    },
    meta: { quiet: true },
  })
  useEffect(() => () => onMarks(undefined), [onMarks])
  const waiting = graph.nodes.filter(({ kind }) => kind === 'wait_event' || kind === 'ask_consent')
  const ready = sampleId !== null || contactId !== '' || graph.trigger?.kind === 'schedule'
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz="lg" visibleFrom="md">
          {t('test.title')}
        </Title>
        <CloseButton aria-label={t('common:close')} onClick={onClose} visibleFrom="md" />
      </Group>
      <Text size="sm" c="dimmed">
        {t('test.text')}
      </Text>
      <Select
        label={t('test.sample')}
        clearable
        searchable
        placeholder={samples.data?.data.length === 0 ? t('test.noSamples') : t('test.choose')}
        disabled={samples.data?.data.length === 0}
        data={(samples.data?.data ?? []).map((one) => ({
          value: one.id,
          label: [t(`trigger.${one.kind}.name`), one.contact?.name, one.at && dateTime(one.at, i18n.language, zone)]
            .filter(Boolean)
            .join(' · '),
        }))}
        value={sampleId}
        onChange={setSampleId}
      />
      {sample?.fields && Object.keys(sample.fields).length > 0 ? (
        <JsonView value={sample.fields} label={t('test.data')} />
      ) : null}
      <ContactSelect optional label={t('test.contact')} value={contactId} onChange={setContactId} />
      {waiting.map((node) => (
        <div key={node.id}>
          <Text size="sm" fw={550} mb={4}>
            {words.titleOf(node)}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={words.titleOf(node)}
            value={waits[node.id] ?? waysOf(node)[0] ?? 'timeout'}
            data={waysOf(node).map((value) => ({ value, label: words.wayOf(node, value) ?? value }))}
            onChange={(value) => setWaits({ ...waits, [node.id]: value })}
          />
        </div>
      ))}
      <Button disabled={!ready} loading={run.isPending} onClick={() => run.mutate()}>
        {t('test.run')}
      </Button>
      {run.error ? <Alert color="red">{errorText(t, run.error)}</Alert> : null}
      {run.data ? <Outcome run={run.data} graph={graph} words={words} /> : null}
    </>
  )
}
