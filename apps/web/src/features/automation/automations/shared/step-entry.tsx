import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AutomationNode } from '@recado/contracts/automation/automation-graph'
import type { StepDecision, StepState } from '@recado/contracts/automation/automation-runs'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { JsonView } from '#web/components/content/json-view.tsx'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { Decision } from './decision-view.tsx'
import { nodeIcons } from './icons.ts'
import classes from './shared.module.css'
import { SentTemplate } from './template-text.tsx'
import { useFailureText } from './use-failure-text.ts'
import type { GraphWords } from './use-graph-words.ts'

const tones = { done: 'good', failed: 'bad', waiting: 'open', skipped: 'none' } satisfies Record<StepState, StatusTone>

type Json = Record<string, unknown> | null
export type LoggedStep = {
  kind: AutomationNode['kind']
  rounds: readonly number[]
  state: StepState
  outlet: string | null
  decision: StepDecision | null
  input: Json
  output: Json
  error: { code: string; message: string } | null
}

const isFilled = (value: Json): value is Record<string, unknown> => value !== null && Object.keys(value).length > 0

/** The text that a step sends or writes, with what was filled in. */
const textOf = ({ kind, input }: LoggedStep): string | null => {
  const message = input?.['message']
  const body = typeof message === 'object' && message !== null && 'body' in message ? message.body : null
  const text = input?.['text'] ?? input?.['body'] ?? body
  return typeof text === 'string' && (kind.startsWith('send_') || kind === 'note' || kind === 'ask_consent')
    ? text
    : null
}

const isTemplate = (value: unknown): value is { name: string; language: string; values: Record<string, unknown> } =>
  typeof value === 'object' && value !== null && 'name' in value && 'language' in value && 'values' in value

const More = ({ step }: { step: LoggedStep }) => {
  const { t } = useTranslation('automation/automations')
  const [open, { toggle }] = useDisclosure(false)
  if (!isFilled(step.input) && !isFilled(step.output) && !step.error) return null
  return (
    <>
      <Button className={classes.more ?? ''} size="compact-xs" variant="subtle" aria-expanded={open} onClick={toggle}>
        {t(open ? 'run.less' : 'run.more')}
      </Button>
      <Collapse expanded={open}>
        {(['input', 'output', 'error'] as const).map((part) =>
          isFilled(step[part]) ? (
            <div key={part}>
              <Text size="xs" fw={600} c="dimmed" mt={6} mb={2} aria-hidden="true">
                {t(`run.${part}`)}
              </Text>
              <JsonView value={step[part]} label={t(`run.${part}`)} />
            </div>
          ) : null,
        )}
      </Collapse>
    </>
  )
}

type Props = {
  step: LoggedStep
  /** The step as it is drawn; undefined when it is no more. */
  node: AutomationNode | undefined
  words: GraphWords
  filterWords: FilterWords | null
  at: string
  /** Its id on the page, to be led to. */
  anchor?: string
  /** Counts further tries. */
  attempt?: number
}

/** One step of a run: what came of it, why, and what it sent. */
export const StepEntry = ({ step, node, words, filterWords, at, anchor, attempt = 1 }: Props) => {
  const { t, i18n } = useTranslation('automation/automations')
  const zone = useSignedIn().user.currentCompany?.timezone
  const Icon = nodeIcons[step.kind]
  const wayOf = (outlet: string) => (node ? words.wayOf(node, outlet) : undefined) ?? t('way.next')
  const failureText = useFailureText()
  const text = textOf(step)
  const template = step.kind === 'send_template' ? step.input?.['template'] : null
  const isWay = step.outlet !== null && step.outlet !== 'next'
  return (
    <li {...(anchor ? { id: anchor } : {})} className={classes.step} data-state={step.state}>
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      <div style={{ minWidth: 0 }}>
        <Group justify="space-between" gap={6}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {node ? words.titleOf(node) : t(`node.${step.kind}.name`)}
            {step.rounds.length > 0 ? (
              <Text span inherit fw={400} c="dimmed">
                {' '}
                {t('run.round', { number: step.rounds.map((round) => round + 1).join('.') })}
              </Text>
            ) : null}
          </Text>
          <Text size="sm" component="div">
            <StatusText tone={tones[step.state]}>{t(`stepState.${step.state}`)}</StatusText>
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {dateTime(at, i18n.language, zone)}
          {attempt > 1 ? ` · ${t('run.attempt', { number: attempt })}` : ''}
        </Text>
        {isWay ? <Text size="sm">{t('run.took', { way: wayOf(step.outlet ?? '') })}</Text> : null}
        <Decision decision={step.decision} words={filterWords} wayOf={wayOf} />
        {text ? (
          <div className={classes.bubble}>
            <FormattedText text={text} />
          </div>
        ) : null}
        {isTemplate(template) ? <SentTemplate sent={template} /> : null}
        {step.error ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {failureText(step.error.code)}
          </Text>
        ) : null}
        <More step={step} />
      </div>
    </li>
  )
}

/** What a run did at each step, for the canvas: the last of several rounds counts. */
export const marksOf = (
  steps: readonly (Pick<LoggedStep, 'state' | 'outlet'> & { node: string })[],
  textOfState: (state: StepState) => string,
) => {
  const marks = new Map<string, { mark: { kind: StepState; text: string } | undefined; taken: string[] }>()
  for (const { node, state, outlet } of steps) {
    const taken = marks.get(node)?.taken ?? []
    marks.set(node, {
      mark: { kind: state, text: textOfState(state) },
      taken: outlet === null || taken.includes(outlet) ? taken : [...taken, outlet],
    })
  }
  return marks
}
