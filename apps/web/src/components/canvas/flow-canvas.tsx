import '@xyflow/react/dist/base.css'
import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  Background,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { createContext, type KeyboardEvent, type RefObject, useContext, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'
import type { CanvasNode, CanvasProps } from './canvas-node.ts'
import { isDirection, type Layout, layOut, neighbourOf, type PlacedWay } from './layout.ts'
import { pressable, StepCard } from './step-card.tsx'

type Shared = Pick<CanvasProps, 'nodes' | 'selected' | 'onSelect' | 'onInsert' | 'onRemove'> & {
  layout: Layout
  titleOf: (id: string) => string
}
const Drawn = createContext<Shared | null>(null)
const useDrawn = (): Shared => {
  const shared = useContext(Drawn)
  if (!shared) throw new Error('A part of a canvas stands outside of one')
  return shared
}

type StepNode = Node<{ node: CanvasNode }, 'step'>
type WayNode = Node<{ placed: PlacedWay }, 'way'>
type FrameNode = Node<{ id: string }, 'frame'>
type Part = StepNode | WayNode | FrameNode

/** What is pressed here does not drag the canvas along. */
const NO_PAN = 'nopan'

const ends = (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle ?? ''} />
    <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle ?? ''} />
  </>
)

const StepPart = ({ data: { node } }: NodeProps<StepNode>) => {
  const { selected, onSelect } = useDrawn()
  return (
    <>
      <StepCard node={node} selected={selected === node.id} onSelect={onSelect} />
      {ends}
    </>
  )
}

const WayPart = ({ data: { placed } }: NodeProps<WayNode>) => {
  const { t } = useTranslation('canvas')
  const { onInsert, titleOf } = useDrawn()
  const { from, way, target } = placed
  const label = way.label === undefined ? titleOf(from) : `${titleOf(from)}, ${way.label}`
  return (
    <div className={classes.way}>
      {way.label === undefined ? null : (
        <span className={classes.wayLabel} title={way.label}>
          {way.label}
        </span>
      )}
      {onInsert && !way.fixed ? (
        <Tooltip label={t('insert')}>
          <button
            type="button"
            className={classes.plus}
            style={pressable}
            aria-label={t('insertAfter', { step: label })}
            onClick={() => onInsert({ from, way: way.id })}
          >
            <IconPlus size={15} />
          </button>
        </Tooltip>
      ) : (
        <span className={classes.dot} />
      )}
      {target?.jumps ? <span className={classes.jump}>{t('back', { step: titleOf(target.to) })}</span> : null}
      {ends}
    </div>
  )
}

const FramePart = ({ data: { id } }: NodeProps<FrameNode>) => {
  const { t } = useTranslation('canvas')
  const { titleOf } = useDrawn()
  return (
    <div className={classes.frame}>
      <span className={classes.frameLabel} title={titleOf(id)}>
        ↻ {t('each')}
      </span>
      {ends}
    </div>
  )
}

const nodeTypes = { step: StepPart, way: WayPart, frame: FramePart }

const still = { draggable: false, selectable: false, focusable: false, connectable: false, deletable: false } as const
const wayId = (from: string, way: string) => `way ${from} ${way}`
const frameId = (id: string) => `frame ${id}`

const partsOf = (nodes: readonly CanvasNode[], layout: Layout): Part[] => {
  const boxOf = ({ x, y, width, height }: Layout['steps'][number] | PlacedWay) => ({
    position: { x, y },
    width,
    height,
    ...still,
  })
  return [
    ...layout.frames.map((frame) => ({
      ...boxOf(frame),
      id: frameId(frame.id),
      type: 'frame' as const,
      zIndex: -1,
      data: { id: frame.id },
    })),
    ...layout.steps.flatMap((step) => {
      const node = nodes.find(({ id }) => id === step.id)
      if (!node) return []
      const ways = layout.ways.filter(({ from }) => from === step.id)
      return [
        { ...boxOf(step), id: step.id, type: 'step' as const, className: NO_PAN, data: { node } },
        ...ways.map((placed) => ({
          ...boxOf(placed),
          id: wayId(step.id, placed.way.id),
          type: 'way' as const,
          className: NO_PAN,
          data: { placed },
        })),
      ]
    }),
  ]
}

const edgesOf = (nodes: readonly CanvasNode[], layout: Layout): Edge[] =>
  layout.ways.flatMap(({ from, way, target }) => {
    const owner = nodes.find(({ id }) => id === from)
    const inLoop = owner?.ways.some(({ inner }) => inner) ?? false
    const after = inLoop && !way.inner && owner?.ways.find(({ inner }) => !inner)?.id === way.id
    const isTaken = owner?.taken?.includes(way.id) ?? false
    const look = {
      type: 'smoothstep',
      pathOptions: { offset: 10, borderRadius: 8 },
      focusable: false,
      selectable: false,
      ...(isTaken ? { className: classes.taken ?? '' } : {}),
    }
    const marker = wayId(from, way.id)
    const arrow = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--canvas-line)' } }
    return [
      { ...look, id: `${marker} in`, source: after ? frameId(from) : from, target: marker },
      ...(target && !target.jumps
        ? [{ ...look, ...arrow, id: `${marker} out`, source: marker, target: target.to }]
        : []),
    ]
  })

const Tools = ({ onFit }: { onFit: () => void }) => {
  const { t } = useTranslation('canvas')
  const { zoomIn, zoomOut } = useReactFlow()
  const tools = [
    ['zoomIn', IconPlus, () => void zoomIn()],
    ['zoomOut', IconMinus, () => void zoomOut()],
    ['fit', IconFocusCentered, onFit],
  ] as const
  return (
    <Panel position="bottom-left" className={classes.tools ?? ''}>
      {tools.map(([name, Icon, run]) => (
        <Tooltip key={name} label={t(name)} position="right">
          <ActionIcon variant="default" size="md" aria-label={t(name)} onClick={run}>
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Panel>
  )
}

const smallest = 0.35

/** Shows the beginning in the middle, as large as fits beside each other. */
const useBegin = (layout: Layout, area: RefObject<HTMLElement | null>) => {
  const { setViewport } = useReactFlow()
  return () => {
    const width = area.current?.clientWidth ?? 0
    if (width === 0 || layout.width === 0) return
    const zoom = Math.max(Math.min(1, (width - 24) / layout.width), Math.min(0.7, width / 320))
    const first = layout.steps[0]
    const axis = first ? first.x + first.width / 2 : layout.width / 2
    const fits = layout.width * zoom <= width - 16
    const x = fits ? (width - layout.width * zoom) / 2 : width / 2 - axis * zoom
    void setViewport({ x, y: 20, zoom })
  }
}

/** What stands in the middle stays there when the area becomes wider or narrower. */
const useMiddle = (area: RefObject<HTMLElement | null>) => {
  const { getViewport, setViewport } = useReactFlow()
  useEffect(() => {
    const element = area.current
    if (!element) return
    let before = element.clientWidth
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth
      const { x, y, zoom } = getViewport()
      if (before > 0 && width > 0 && width !== before) void setViewport({ x: x + (width - before) / 2, y, zoom })
      before = width
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [area, getViewport, setViewport])
}

const Flow = ({ label, start, nodes, selected, onSelect, onInsert, onRemove }: CanvasProps) => {
  const { t } = useTranslation('canvas')
  const scheme = useComputedColorScheme('light')
  const area = useRef<HTMLElement>(null)
  const { setCenter, getZoom, getViewport } = useReactFlow()
  const layout = useMemo(() => layOut(nodes, start), [nodes, start])
  const parts = useMemo(() => partsOf(nodes, layout), [nodes, layout])
  const edges = useMemo(() => edgesOf(nodes, layout), [nodes, layout])
  const begin = useBegin(layout, area)
  useMiddle(area)
  const shared = useMemo(
    () => ({
      ...{ nodes, selected, onSelect, onInsert, onRemove, layout },
      titleOf: (id: string) => nodes.find((node) => node.id === id)?.title ?? '',
    }),
    [nodes, selected, onSelect, onInsert, onRemove, layout],
  )
  const show = (id: string) => {
    const box = layout.steps.find((step) => step.id === id)
    const size = area.current
    if (!box || !size || size.clientWidth === 0) return
    const { x, y, zoom } = getViewport()
    // With its ways out, as the next step is added there.
    const own = [box, ...layout.ways.filter(({ from }) => from === id)]
    const start = Math.min(...own.map((part) => part.x))
    const end = Math.max(...own.map((part) => part.x + part.width))
    const bottom = Math.max(...own.map((part) => part.y + part.height))
    const isSeen =
      start * zoom + x >= 0 &&
      box.y * zoom + y >= 0 &&
      end * zoom + x <= size.clientWidth &&
      bottom * zoom + y <= size.clientHeight
    if (!isSeen) void setCenter((start + end) / 2, (box.y + bottom) / 2, { zoom: getZoom(), duration: 150 })
  }
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    if (selected !== null) latest.current(selected)
  }, [selected])
  const cardOf = (id: string) => area.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)
  const press = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['step'] : undefined
    if (id === undefined) return
    if (isDirection(event.key)) {
      const next = neighbourOf(layout, id, event.key)
      event.preventDefault()
      if (next === null) return
      show(next)
      cardOf(next)?.focus({ preventScroll: true })
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove && id !== start) {
      event.preventDefault()
      onRemove(id)
    }
  }
  return (
    <Drawn value={shared}>
      <section
        ref={area}
        className={classes.canvas}
        aria-label={label}
        onKeyDown={press}
        onFocus={({ target }) => {
          const id = target instanceof HTMLElement && target.matches(':focus-visible') ? target.dataset['step'] : null
          if (id) show(id)
        }}
      >
        <ReactFlow<Part>
          nodes={parts}
          edges={edges}
          nodeTypes={nodeTypes}
          colorMode={scheme}
          minZoom={smallest}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          panOnScroll
          zoomOnDoubleClick={false}
          deleteKeyCode={null}
          aria-label={t('area')}
          onInit={begin}
        >
          <Background gap={20} />
          <Tools onFit={begin} />
        </ReactFlow>
      </section>
    </Drawn>
  )
}

/**
 * Draws steps from top to bottom with what follows each of them. Places are worked out, nothing is dragged; arrow keys go
 * from step to step, Enter opens one, Delete removes it.
 */
export const FlowCanvas = (props: CanvasProps) => (
  <ReactFlowProvider>
    <Flow {...props} />
  </ReactFlowProvider>
)
