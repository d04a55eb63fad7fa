import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { createContext, useContext } from 'react'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import type { FilterProblems } from '#web/components/filter-builder/filter-builder.tsx'

/** What the fields of a step know of their surroundings. */
export type Editing = {
  automationId: string
  graph: AutomationGraph
  variables: readonly string[]
  /** What conditions can ask here. */
  words: FilterWords
  readOnly: boolean
  /** What is wrong at a place below the step that is open, such as `text`. */
  errorAt: (path: string) => string | undefined
  /** What is wrong with the conditions there. */
  problemsAt: (path: string) => FilterProblems
}

export const EditingContext = createContext<Editing | null>(null)

export const useEditing = (): Editing => {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('A field of a step stands outside of the builder')
  return editing
}
