import { Button, Menu, Text, UnstyledButton } from '@mantine/core'
import { type ChannelType, stepTypes } from '@recado/contracts/notifications/domain'
import { IconAlertTriangle, IconBolt, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StepIcon } from '../labels.tsx'
import { conditionsText, stepSummary } from '../step-summary.ts'
import { useStepTexts } from '../use-step-texts.ts'
import { partBody } from './body.ts'
import classes from './editor.module.css'
import { warningsOf } from './step-warnings.ts'
import type { WorkflowForm } from './use-workflow-form.ts'
import { emptyStep, type FormStep } from './values.ts'

/** What the side panel shows: the trigger, or a step by its uuid. */
export type Chosen = 'trigger' | (string & {})

type AddProps = { label: string; compact?: boolean; onAdd: (step: FormStep) => void }

const AddStep = ({ label, compact = false, onAdd }: AddProps) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Menu position="bottom-start" width={290} withinPortal>
      <Menu.Target>
        {compact ? (
          <UnstyledButton className={classes.insert ?? ''} aria-label={label}>
            <IconPlus size={14} aria-hidden="true" />
          </UnstyledButton>
        ) : (
          <Button variant="light" leftSection={<IconPlus size={17} />}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {stepTypes.map((type) => (
          <Menu.Item key={type} leftSection={<StepIcon type={type} />} onClick={() => onAdd(emptyStep(type))}>
            {t(`step.${type}`)}
            <Text size="xs" c="dimmed">
              {t(`stepText.${type}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type NodeProps = {
  icon: ReactNode
  label: string
  summary: string
  note?: string | null
  wrong: boolean
  warnings?: readonly string[]
  off?: boolean
  current: boolean
  onChoose: () => void
}

const Node = ({ icon, label, summary, note, wrong, warnings = [], off = false, current, onChoose }: NodeProps) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <UnstyledButton
      className={classes.node ?? ''}
      data-node
      data-off={off || undefined}
      aria-current={current ? 'step' : undefined}
      onClick={onChoose}
    >
      <span className={classes.mark} data-bad={wrong || undefined}>
        {icon}
      </span>
      <span className={classes.words}>
        <span className={classes.label}>
          {label}
          {off ? <span className={classes.note}> · {t('stepOff')}</span> : null}
        </span>
        <span className={classes.note}>{summary}</span>
        {note ? <span className={classes.note}>{note}</span> : null}
        {wrong ? <span className={classes.wrong}>{t('editor.wrong')}</span> : null}
        {warnings.map((warning) => (
          <span key={warning} className={classes.warning}>
            <IconAlertTriangle size={14} aria-label={t('editor.warning')} /> {warning}
          </span>
        ))}
      </span>
    </UnstyledButton>
  )
}

type Props = {
  form: WorkflowForm
  chosen: Chosen
  missing: readonly ChannelType[]
  onChoose: (node: Chosen) => void
  /** Opens a node and moves the focus to its fields. */
  onEnter: (node: Chosen) => void
  onAdd: (step: FormStep, at: number) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

const nodesOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-node]')]

/** Arrow keys select; with Alt they move the step; Delete removes it; Enter moves the focus to its fields. */
const useNodeKeys = ({ form, onChoose, onEnter, onMove, onRemove }: Props) => {
  const { steps } = form.values
  const nodeAt = (place: number): Chosen => (place === 0 ? 'trigger' : (steps[place - 1]?.uuid ?? 'trigger'))
  const go = (nodes: readonly HTMLElement[], place: number) => {
    const node = nodes[place]
    if (!node) return
    node.focus()
    onChoose(nodeAt(place))
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    const nodes = nodesOf(event.currentTarget)
    const place = nodes.findIndex((node) => node === document.activeElement)
    if (place < 0) return
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const removes = (event.key === 'Delete' || event.key === 'Backspace') && place > 0
    if (by === undefined && !removes && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'Enter') return onEnter(nodeAt(place))
    if (removes) {
      onRemove(place - 1)
      nodes[place - 1]?.focus()
    } else if (by !== undefined && !event.altKey) go(nodes, place + by)
    else if (by !== undefined && place > 0 && steps[place - 1 + by]) {
      const list = event.currentTarget
      onMove(place - 1, place - 1 + by)
      requestAnimationFrame(() => nodesOf(list)[place + by]?.focus())
    }
  }
}

/** The trigger and its steps, which can be selected, added, moved by dragging or with keys, and removed. */
export const StepNodes = (props: Props) => {
  const { form, chosen, missing, onChoose, onAdd, onMove } = props
  const { t } = useTranslation('admin/notifications')
  const { steps, name } = form.values
  const texts = useStepTexts(steps)
  const keys = useNodeKeys(props)
  const [dragged, setDragged] = useState<number | null>(null)
  const wrongAt = (matches: (path: string) => boolean) => Object.keys(form.errors).some(matches)
  const labelOf = (step: FormStep, index: number) => `${index + 1}. ${step.name || t(`step.${step.template.type}`)}`
  return (
    <section aria-label={t('column.steps')}>
      <ol className={classes.nodes} onKeyDown={keys}>
        <li>
          <Node
            icon={<IconBolt size={18} stroke={1.7} aria-hidden="true" />}
            label={t('trigger')}
            summary={name || t('editor.unnamed')}
            wrong={wrongAt((path) => !path.startsWith('steps.'))}
            current={chosen === 'trigger'}
            onChoose={() => onChoose('trigger')}
          />
        </li>
        {steps.map((step, index) => {
          const part = partBody(step)
          return (
            <li
              key={step.uuid}
              draggable
              data-step={step.template.type}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== null && dragged !== index && onMove(dragged, index)}
            >
              <AddStep
                compact
                label={t('editor.insert', { number: index + 1 })}
                onAdd={(added) => onAdd(added, index)}
              />
              <Node
                icon={<StepIcon type={step.template.type} size={18} />}
                label={labelOf(step, index)}
                summary={stepSummary(part, texts)}
                note={conditionsText(part.filters, texts)}
                wrong={wrongAt((path) => path.startsWith(`steps.${index}.`))}
                warnings={warningsOf(steps, index, missing).map((warning) => t(`editor.warn.${warning}`))}
                off={!step.active}
                current={chosen === step.uuid}
                onChoose={() => onChoose(step.uuid)}
              />
            </li>
          )
        })}
      </ol>
      <div className={classes.end}>
        <AddStep label={t('form.addStep')} onAdd={(step) => onAdd(step, steps.length)} />
        {steps.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('workflow.noStepsText')}
          </Text>
        ) : (
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {t('editor.keys')}
          </Text>
        )}
      </div>
    </section>
  )
}
