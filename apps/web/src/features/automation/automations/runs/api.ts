import {
  explainAutomationEntry,
  getAutomationRun,
  listAutomationEntries,
  listAutomationRuns,
} from '@recado/contracts/automation/automation-runs'
import { getAutomationStats } from '@recado/contracts/automation/automations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { automationQuery, automationsKey } from '#web/queries/automations.ts'
import type { AutomationPageSearch } from '../builder/search.ts'

export const runsKey = [...automationsKey, 'runs'] as const

/** Runs of an automation, the newest first. */
export const runsQuery = (id: string, { state, node, contactId, cursor }: AutomationPageSearch) => {
  const query = {
    ...(state ? { state } : {}),
    ...(node ? { node } : {}),
    ...(contactId ? { contactId } : {}),
    ...(cursor ? { cursor } : {}),
  }
  return queryOptions({
    queryKey: [...runsKey, 'of', id, query],
    queryFn: ({ signal }) => call(listAutomationRuns, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One run with all that it did. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...runsKey, 'one', id],
    queryFn: ({ signal }) => call(getAutomationRun, { params: { id } }, { signal }),
  })

/** What an automation did in the last seven days. */
export const statsQuery = (id: string) =>
  queryOptions({
    queryKey: [...runsKey, 'stats', id],
    queryFn: ({ signal }) => call(getAutomationStats, { params: { id }, query: { days: 7 } }, { signal }),
  })

/** What happened that starts it, and what came of that. */
export const entriesQuery = (id: string, { contactId, refused, cursor }: AutomationPageSearch) => {
  const query = {
    ...(contactId ? { contactId } : {}),
    ...(refused ? { refused } : {}),
    ...(cursor ? { cursor } : {}),
  }
  return queryOptions({
    queryKey: [...runsKey, 'entries', id, query],
    queryFn: ({ signal }) => call(listAutomationEntries, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Whether a contact would enter now. */
export const explanationQuery = (id: string, contactId: string) =>
  queryOptions({
    queryKey: [...automationQuery(id).queryKey, 'explanation', contactId],
    queryFn: ({ signal }) => call(explainAutomationEntry, { params: { id, contactId } }, { signal }),
    staleTime: 0,
  })
