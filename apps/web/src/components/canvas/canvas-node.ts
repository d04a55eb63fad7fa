import type { ReactNode } from 'react'
import type { CanvasStep } from './layout.ts'

/** What became of a step in a run. */
export type CanvasMark = 'done' | 'failed' | 'waiting' | 'skipped'

/** A step as it is drawn: what it is, what it says, and what is wrong with it. */
export type CanvasNode = CanvasStep & {
  icon: ReactNode
  /** Which of the kinds it is coloured as. */
  tone: 'start' | 'message' | 'change' | 'flow' | 'wait' | 'system' | 'end'
  title: string
  summary: string
  /** Why it cannot be used as it is. */
  problem?: string | undefined
  /** What should be looked at. */
  warning?: string | undefined
  mark?: { kind: CanvasMark; text: string } | undefined
  /** Ways that a run took. */
  taken?: readonly string[]
}

/** A place to insert a step at. */
export type CanvasPlace = { from: string; way: string }

export type CanvasProps = {
  label: string
  start: string
  nodes: readonly CanvasNode[]
  selected: string | null
  onSelect: (id: string) => void
  /** Opens what can be inserted there; without it nothing can. */
  onInsert?: ((place: CanvasPlace) => void) | undefined
  onRemove?: ((id: string) => void) | undefined
}
