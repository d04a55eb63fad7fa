import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { checkGraph, type GraphFinding } from '@recado/contracts/automation/check-graph'
import { useMemo } from 'react'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import { knownOf } from '#web/components/filter-builder/filter-preview.tsx'

/** What keeps the draft from being published. */
export const useFindings = (graph: AutomationGraph, words: FilterWords | null, automationId: string): GraphFinding[] =>
  useMemo(
    () =>
      checkGraph(graph, {
        automationId,
        ...(words ? { contactFields: words.fields, references: knownOf(words) } : {}),
      }),
    [graph, words, automationId],
  )
