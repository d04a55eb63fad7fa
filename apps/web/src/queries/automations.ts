import { listAutomations } from '@recado/contracts/automation/automations'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Automations that can be started. */
export const activeAutomationsQuery = queryOptions({
  queryKey: ['automations', 'active'],
  queryFn: ({ signal }) => call(listAutomations, { query: { state: 'active', limit: 100 } }, { signal }),
})
