import { ActionIcon, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { integrationsQuery, type Options, type WorkflowDetail } from '../api.ts'
import classes from './editor.module.css'
import { NodePanel } from './node-panel.tsx'
import { type Chosen, StepNodes } from './step-nodes.tsx'
import { type History, useHistory } from './use-history.ts'
import type { WorkflowForm } from './use-workflow-form.ts'
import type { FormStep } from './values.ts'

const LivePreview = lazyComponent(async () => (await import('./live-preview.tsx')).LivePreview)

/** Channels without a provider to send through. */
const useMissing = () => {
  const { data } = useQuery(integrationsQuery)
  if (!data) return []
  return channelTypes.filter((type) => !data.data.some(({ channel, active }) => channel === type && active))
}

const UndoButtons = ({ history }: { history: History }) => {
  const { t } = useTranslation('admin/notifications')
  const buttons = [
    ['undo', IconArrowBackUp, history.canUndo, history.undo, 'Z'],
    ['redo', IconArrowForwardUp, history.canRedo, history.redo, 'Shift + Z'],
  ] as const
  return (
    <Group gap={2}>
      {buttons.map(([name, Icon, enabled, run, key]) => (
        <Tooltip key={name} label={`${t(`editor.${name}`)} (Ctrl + ${key})`}>
          <ActionIcon aria-label={t(`editor.${name}`)} disabled={!enabled} onClick={run}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}

/** Opens the node with the first error and focuses its field. */
const useOpenWrong = (form: WorkflowForm, panel: HTMLElement | null, choose: (node: Chosen) => void) => {
  const latest = useRef(() => {})
  const show = () => {
    const [path] = Object.keys(form.errors)
    if (path === undefined || panel?.querySelector('[aria-invalid=true]')) return
    const index = /^steps\.(\d+)/.exec(path)?.[1]
    choose(index === undefined ? 'trigger' : (form.values.steps[Number(index)]?.uuid ?? 'trigger'))
    requestAnimationFrame(() => panel?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (Object.keys(form.errors).length > 0) latest.current()
  }, [form.errors])
}

/** Ctrl or Command with Z and Y, wherever the focus is, except in dialogs. */
const useUndoKeys = (history: History) => {
  const latest = useRef(history)
  useEffect(() => {
    latest.current = history
  })
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
      if (document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [])
}

const firstField = 'input:not([type=hidden]), textarea, select, button'

type Props = { form: WorkflowForm; workflow: WorkflowDetail | null; options: Options }

/** Operations on whole steps; each is a separate entry in the undo history. */
const useSteps = (form: WorkflowForm, history: History, setChosen: (node: Chosen) => void) => {
  const { steps } = form.values
  return {
    add: (step: FormStep, at: number) => {
      history.settle()
      form.insertListItem('steps', step, at)
      setChosen(step.uuid)
    },
    move: (from: number, to: number) => {
      history.settle()
      form.reorderListItem('steps', { from, to })
    },
    remove: (index: number) => {
      history.settle()
      form.removeListItem('steps', index)
      setChosen(steps[index - 1]?.uuid ?? steps[index + 1]?.uuid ?? 'trigger')
    },
    copy: (index: number) => {
      const step = steps[index]
      if (!step) return
      const own = <P extends object>(part: P) => ({ ...structuredClone(part), uuid: crypto.randomUUID(), stored: {} })
      history.settle()
      const copied: FormStep = { ...own(step), variants: step.variants.map(own) }
      form.insertListItem('steps', copied, index + 1)
      setChosen(copied.uuid)
    },
  }
}

/** The trigger and steps from top to bottom, with the fields and the preview of the selected one beside them. */
export const WorkflowEditor = ({ form, workflow, options }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const [wanted, setChosen] = useState<Chosen>('trigger')
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const history = useHistory(form)
  const missing = useMissing()
  const { steps } = form.values
  const place = steps.findIndex(({ uuid }) => uuid === wanted)
  const index = place < 0 ? null : place
  const chosen = index === null ? 'trigger' : wanted
  const { add, move, remove, copy } = useSteps(form, history, setChosen)
  useOpenWrong(form, panel.current, setChosen)
  const enter = (node: Chosen) => {
    setChosen(node)
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>(`:is(${firstField}):not(:disabled)`)?.focus())
  }
  useUndoKeys(history)
  const removeHere = () => {
    if (index === null) return
    remove(index)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus())
  }
  return (
    <div ref={list}>
      <Group justify="space-between" mb="sm">
        <VisuallyHidden role="status">{t('editor.stepCount', { count: steps.length })}</VisuallyHidden>
        <UndoButtons history={history} />
      </Group>
      <div className={classes.editor}>
        <StepNodes
          form={form}
          chosen={chosen}
          missing={missing}
          onChoose={setChosen}
          onEnter={enter}
          onAdd={add}
          onMove={move}
          onRemove={remove}
        />
        <NodePanel
          key={chosen}
          form={form}
          index={index}
          options={options}
          workflow={workflow}
          missing={missing}
          panel={panel}
          onMove={(to) => index !== null && move(index, to)}
          onCopy={() => index !== null && copy(index)}
          onRemove={removeHere}
        />
        <LivePreview steps={steps} index={index} workflow={workflow} />
      </div>
    </div>
  )
}
