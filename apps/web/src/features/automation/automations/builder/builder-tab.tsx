import { ActionIcon, Alert, Button, Group, SegmentedControl, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { newNode } from '@recado/contracts/automation/automation-catalogue'
import { type AutomationNode, type NodeKind, triggerNode } from '@recado/contracts/automation/automation-graph'
import type { AutomationDetail } from '@recado/contracts/automation/automations'
import { isPublishable } from '@recado/contracts/automation/check-graph'
import { IconArrowBackUp, IconArrowForwardUp, IconFlask, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CanvasPlace } from '#web/components/canvas/canvas-node.ts'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { EditConflictAlert } from '#web/components/form/edit-conflict-alert.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { canvasNodesOf, conditionsNode, graphPlaceOf, type Marks } from '../shared/canvas-nodes.tsx'
import { insertStep, leadTo, newId, removeStep, replaceStep, targetsOf, variablesOf } from '../shared/graph-edit.ts'
import { type GraphWords, useGraphWords } from '../shared/use-graph-words.ts'
import classes from './builder.module.css'
import { type Editing, EditingContext } from './editing.ts'
import { StepPicker } from './step-picker.tsx'
import type { GraphDraft } from './use-graph-draft.ts'
import { useFindings } from './use-knowledge.ts'

const waiting = <Skeleton h="100%" mih={320} radius="lg" />
const FlowCanvas = lazyComponent(
  async () => (await import('#web/components/canvas/flow-canvas.tsx')).FlowCanvas,
  waiting,
)
const FlowList = lazyComponent(async () => (await import('#web/components/canvas/flow-list.tsx')).FlowList, waiting)
const StepFields = lazyComponent(async () => (await import('./step-fields.tsx')).StepFields, <Skeleton h={220} />)
const TriggerForm = lazyComponent(async () => (await import('./trigger-form.tsx')).TriggerForm, <Skeleton h={220} />)
const ConditionsForm = lazyComponent(
  async () => (await import('./trigger-form.tsx')).ConditionsForm,
  <Skeleton h={220} />,
)
const TestPanel = lazyComponent(async () => (await import('./test-panel.tsx')).TestPanel, <Skeleton h={220} />)

type Shown = 'canvas' | 'list'

/** Ctrl or Command with Z and Y, where no text is typed and no window is open. */
const useUndoKeys = (draft: GraphDraft) => {
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (isTyping || document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [])
}

const SavingText = ({ draft }: { draft: GraphDraft }) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Group gap="xs">
      <Text size="sm" c={draft.saving === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
        {t(`saving.${draft.saving}`)}
      </Text>
      {draft.saving === 'failed' ? (
        <Button size="compact-xs" variant="default" onClick={() => void draft.save().catch(() => undefined)}>
          {t('common:retry')}
        </Button>
      ) : null}
    </Group>
  )
}

type ToolsProps = {
  draft: GraphDraft
  readOnly: boolean
  shown: Shown
  onShow: (shown: Shown) => void
  testing: boolean
  onTest: () => void
}

const Tools = ({ draft, readOnly, shown, onShow, testing, onTest }: ToolsProps) => {
  const { t } = useTranslation('automation/automations')
  const undo = [
    ['undo', IconArrowBackUp, draft.canUndo, draft.undo, 'Z'],
    ['redo', IconArrowForwardUp, draft.canRedo, draft.redo, 'Shift + Z'],
  ] as const
  return (
    <Group justify="space-between" gap="xs" mb="sm">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('view.title')}
          value={shown}
          data={(['canvas', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(value) => onShow(value === 'list' ? 'list' : 'canvas')}
        />
        {readOnly
          ? null
          : undo.map(([name, Icon, enabled, run, key]) => (
              <Tooltip key={name} label={`${t(name)} (Ctrl + ${key})`}>
                <ActionIcon aria-label={t(name)} disabled={!enabled} onClick={run}>
                  <Icon size={18} />
                </ActionIcon>
              </Tooltip>
            ))}
        {readOnly ? null : <SavingText draft={draft} />}
      </Group>
      {readOnly ? null : (
        <Button
          size="compact-sm"
          variant={testing ? 'light' : 'default'}
          aria-pressed={testing}
          leftSection={<IconFlask size={16} />}
          onClick={onTest}
        >
          {t('test.open')}
        </Button>
      )}
    </Group>
  )
}

type PanelProps = {
  draft: GraphDraft
  selected: string
  words: GraphWords
  readOnly: boolean
  onRemove: (id: string) => void
}

const Panel = ({ draft, selected, words, readOnly, onRemove }: PanelProps) => {
  const { t } = useTranslation('automation/automations')
  const { graph } = draft
  const node = graph.nodes.find(({ id }) => id === selected)
  if (node)
    return (
      <>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} fz="lg" style={{ overflowWrap: 'anywhere' }}>
              {words.titleOf(node)}
            </Title>
            <Text size="xs" c="dimmed">
              {t(`node.${node.kind}.text`)}
            </Text>
          </div>
          {readOnly ? null : (
            <Tooltip label={t('removeStep')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('removeStepOf', { step: words.titleOf(node) })}
                onClick={() => onRemove(node.id)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <fieldset className={classes.fields} disabled={readOnly} aria-label={words.titleOf(node)}>
          <StepFields key={node.id} node={node} onChange={(next) => draft.change(replaceStep(graph, next), node.id)} />
        </fieldset>
      </>
    )
  const isWho = selected === conditionsNode
  return (
    <>
      <Title order={2} fz="lg">
        {t(isWho ? 'conditions.title' : 'trigger.heading')}
      </Title>
      <fieldset
        className={classes.fields}
        disabled={readOnly}
        aria-label={t(isWho ? 'conditions.title' : 'trigger.heading')}
      >
        {isWho ? (
          <ConditionsForm graph={graph} onChange={draft.change} />
        ) : (
          <TriggerForm graph={graph} onChange={draft.change} />
        )}
      </fieldset>
    </>
  )
}

/** What is wrong with the part that is open, by where it stands. */
const useErrors = (
  draft: GraphDraft,
  selected: string,
  words: GraphWords,
  findings: ReturnType<typeof useFindings>,
) => {
  const { graph } = draft
  const { t } = useTranslation(['automation/automations', 'filters'])
  const index = graph.nodes.findIndex(({ id }) => id === selected)
  const prefix = index >= 0 ? `nodes.${index}.` : selected === triggerNode ? 'trigger.' : ''
  const errorAt = (path: string) => {
    const finding = findings.find((one) => one.path === (path === '' ? prefix.slice(0, -1) : prefix + path))
    return finding?.level === 'error' ? words.findingOf(finding) : undefined
  }
  const problemsAt = (path: string) => {
    const start = `${path === 'conditions' ? '' : prefix}${path}.`
    return Object.fromEntries(
      findings.flatMap((one) =>
        one.path.startsWith(start)
          ? [
              [
                one.path.slice(start.length),
                one.code === 'field_unknown' ? t('filters:fieldGone') : t('filters:incomplete'),
              ],
            ]
          : [],
      ),
    )
  }
  return { errorAt, problemsAt }
}

type Props = {
  automation: AutomationDetail
  draft: GraphDraft
  readOnly: boolean
  /** What stands above the canvas. */
  notice?: ReactNode
}

/** The canvas of an automation, with the fields of what is selected beside it. */
export const BuilderTab = ({ automation, draft, readOnly }: Props) => {
  const { t } = useTranslation('automation/automations')
  const words = useGraphWords(draft.graph)
  const narrow = useMedia('(max-width: 62em)')
  const [wanted, setSelected] = useState<string>(triggerNode)
  const [opened, setOpened] = useState(false)
  const [place, setPlace] = useState<CanvasPlace | null>(null)
  const [shown, setShown] = useState<Shown>('canvas')
  const [testing, setTesting] = useState(false)
  const [marks, setMarks] = useState<Marks | undefined>(undefined)
  // The panel stands beside the canvas again; it does not come over what is open when there is less room once more.
  useEffect(() => {
    if (!narrow) setOpened(false)
  }, [narrow])
  const { graph } = draft
  const findings = useFindings(graph, words.words, automation.id)
  const { filterWords } = words
  const isThere = wanted === triggerNode || wanted === conditionsNode || graph.nodes.some(({ id }) => id === wanted)
  const selected = isThere ? wanted : triggerNode
  const { errorAt, problemsAt } = useErrors(draft, selected, words, findings)
  useUndoKeys(draft)
  const nodes = canvasNodesOf(graph, { words, findings, ...(testing && marks ? { marks } : {}) })
  const titleOf = (node: AutomationNode) => words.titleOf(node)
  const select = (id: string) => {
    setSelected(id)
    setOpened(narrow)
    if (!narrow) setTesting(false)
  }
  const remove = (id: string) => {
    if (id === conditionsNode || readOnly) return
    const before = graph.edges.find((edge) => edge.to === id)?.from ?? triggerNode
    draft.change(removeStep(graph, id))
    setSelected(before === triggerNode ? conditionsNode : before)
    setOpened(false)
  }
  const insert = (kind: NodeKind) => {
    if (!place) return
    const node = newNode(kind, newId(kind))
    draft.change(insertStep(graph, graphPlaceOf(place), node))
    setPlace(null)
    select(node.id)
  }
  const lead = (to: string | null) => {
    if (place) draft.change(leadTo(graph, graphPlaceOf(place), to))
    setPlace(null)
  }
  const at = place && graphPlaceOf(place)
  const canvas = {
    label: t('canvasOf', { name: automation.name }),
    start: triggerNode,
    nodes,
    selected,
    onSelect: select,
    ...(readOnly ? {} : { onInsert: setPlace, onRemove: remove }),
  }
  const editing: Editing | null = filterWords && {
    ...{ automationId: automation.id, graph, variables: variablesOf(graph), words: filterWords, readOnly },
    ...{ errorAt, problemsAt },
  }
  const errors = findings.filter(({ level }) => level === 'error')
  const panel =
    testing && !readOnly ? (
      <TestPanel
        automation={automation}
        graph={graph}
        words={words}
        onMarks={setMarks}
        onClose={() => setTesting(false)}
      />
    ) : (
      <Panel draft={draft} selected={selected} words={words} readOnly={readOnly} onRemove={remove} />
    )
  const shownPanel = editing ? <EditingContext value={editing}>{panel}</EditingContext> : <Skeleton h={220} />
  return (
    <>
      <EditConflictAlert conflict={draft.conflict} />
      <Tools
        {...{ draft, readOnly, shown, testing }}
        onShow={setShown}
        onTest={() => {
          setTesting(!testing)
          setOpened(!testing && narrow)
        }}
      />
      {!readOnly && graph.trigger && !isPublishable(findings) ? (
        <Alert color="clay" py="xs" mb="sm">
          <Group gap="xs" justify="space-between">
            <Text size="sm">{t('openPoints', { count: errors.length })}</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                const [first] = errors
                select(first?.path.startsWith('conditions') ? conditionsNode : (first?.node ?? conditionsNode))
              }}
            >
              {t('showFirst')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <div className={classes.builder}>
        <div className={classes.stage}>
          {shown === 'canvas' ? <FlowCanvas {...canvas} /> : <FlowList {...canvas} />}
        </div>
        {narrow ? (
          <DetailDrawer
            opened={opened}
            title={t(testing ? 'test.title' : 'settings')}
            size={440}
            onClose={() => {
              setOpened(false)
              setTesting(false)
            }}
          >
            <div className={classes.choices} style={{ gap: 14 }}>
              {shownPanel}
            </div>
          </DetailDrawer>
        ) : (
          <section className={classes.panel} aria-label={t(testing ? 'test.title' : 'settings')}>
            {shownPanel}
          </section>
        )}
      </div>
      {place && at ? (
        <StepPicker
          targets={targetsOf(graph, at.from).map((node) => ({ node, title: titleOf(node) }))}
          leads={graph.edges.some(({ from, outlet }) => from === at.from && outlet === at.way)}
          onChoose={insert}
          onLead={lead}
          onClose={() => setPlace(null)}
        />
      ) : null}
    </>
  )
}
