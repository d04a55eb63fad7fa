import type { AutomationRunState } from '@recado/contracts/automation/automation-runs'
import { keptText, wordOf } from '#web/lib/api/search.ts'

const tabs = { build: true, runs: true, entries: true } as const
export type AutomationTab = keyof typeof tabs

const runStates = {
  ...{ queued: true, pending: true, delayed: true, completed: true, failed: true, canceled: true },
} satisfies Record<AutomationRunState, true>
export const runStateNames = Object.keys(runStates) as AutomationRunState[]

/** What the address of an automation's page says. */
export type AutomationPageSearch = {
  tab?: AutomationTab
  state?: AutomationRunState
  node?: string
  contactId?: string
  refused?: 'yes'
  cursor?: string
}

export const validateAutomationPageSearch = (raw: Record<string, unknown>): AutomationPageSearch => {
  const tab = wordOf(tabs, raw['tab'])
  const state = wordOf(runStates, raw['state'])
  return {
    ...keptText(['node', 'contactId', 'cursor'], raw),
    ...(tab && tab !== 'build' ? { tab } : {}),
    ...(state ? { state } : {}),
    ...(raw['refused'] === 'yes' ? { refused: 'yes' as const } : {}),
  }
}
