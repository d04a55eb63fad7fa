import type { EndpointCall } from '@recado/contracts'
import { type AutomationDetail, getAutomation, listAutomations } from '@recado/contracts/automation/automations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { newestOf } from '#web/lib/api/versions.ts'

/** Everything about automations: their lists, each of them, and their runs. */
export const automationsKey = ['automations'] as const

export type AutomationFilter = Omit<NonNullable<EndpointCall<typeof listAutomations>['query']>, 'cursor' | 'limit'>

/** A page of automations, those changed last first. */
export const automationsQuery = (filter: AutomationFilter = {}, cursor?: string, limit = 25) => {
  const query = { ...filter, limit, ...(cursor ? { cursor } : {}) }
  return queryOptions({
    queryKey: [...automationsKey, 'list', query],
    queryFn: ({ signal }) => call(listAutomations, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One automation with its draft. */
export const automationQuery = (id: string) =>
  queryOptions({
    queryKey: [...automationsKey, 'one', id],
    queryFn: async ({ client, queryKey, signal }) => {
      const read = await call(getAutomation, { params: { id } }, { signal })
      return newestOf(client.getQueryData<AutomationDetail>(queryKey), read)
    },
  })

/** Automations that can be started. */
export const activeAutomationsQuery = automationsQuery({ state: 'active' }, undefined, 100)
