import {
  createSavedView,
  deleteSavedView,
  type SavedView,
  setDefaultView,
  updateSavedView,
} from '@recado/contracts/inbox/saved-views'
import type { ListName } from '@recado/contracts/shared/list-names'
import { exportList, getListSettings, type ListSettings, updateListSettings } from '@recado/contracts/shared/lists'
import type { ExportFormat } from '@recado/contracts/shared/tasks'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { useSession } from '../session/session.ts'
import { call } from './api.ts'

/** Starts the file of a list, filtered as its page is. Members of the address that are no filters are ignored. */
export const startListExport = (list: ListName, search: Readonly<Record<string, unknown>>, format: ExportFormat) => {
  const filter: Record<string, string> = {}
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '' && name !== 'cursor') filter[name] = String(value)
  return call(exportList, { body: { list, filter, format } })
}

const settingsQuery = queryOptions({
  queryKey: ['list-settings'],
  queryFn: ({ signal }) => call(getListSettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const allShown: readonly string[] = []

/**
 * How the person wants to see a list, and what changes it: at once here, and kept on the server. `hidden` are the columns
 * that are not shown to people who have chosen nothing.
 */
export const useListSettings = (list: ListName | undefined, hidden = allShown) => {
  const usual: ListSettings = { order: [], hidden: [...hidden] }
  const client = useQueryClient()
  const { data } = useQuery({ ...settingsQuery, enabled: list !== undefined })
  const { data: session } = useSession()
  const chosen = data?.data.find((one) => one.list === list)?.settings ?? usual
  const density = chosen.density ?? session?.user.preferences.density ?? 'comfortable'
  const { mutate } = useMutation({
    mutationFn: (next: ListSettings & { list: ListName }) => {
      const { list: of, ...own } = next
      return call(updateListSettings, { body: { list: of, settings: own } })
    },
    onMutate: ({ list: of, ...own }) => {
      client.setQueryData(settingsQuery.queryKey, (now) => ({
        data: [...(now?.data ?? []).filter((one) => one.list !== of), { list: of, settings: own }],
      }))
    },
    onError: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    scope: { id: 'list-settings' },
  })
  const change = (part: Partial<ListSettings>) => {
    if (list) mutate({ ...chosen, ...part, list })
  }
  const reset = () => {
    if (list) mutate({ ...usual, list })
  }
  return { settings: { ...chosen, density }, change, reset }
}

type ViewBody = { name: string; search: Record<string, string | number | boolean>; shared: boolean }

/** What changes the saved views of a list. */
export const useViewChanges = (list: ListName) => {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey })
  return {
    add: useMutation({
      mutationFn: (body: ViewBody) => call(createSavedView, { body: { ...body, page: list } }),
      onSettled,
      meta: { quiet: true },
    }),
    change: useMutation({
      mutationFn: async ({ view, ...body }: { view: SavedView } & Partial<ViewBody>) => {
        const known = client.getQueryData(savedViewsQuery(list).queryKey)?.data.find(({ id }) => id === view.id) ?? view
        const saved = await call(updateSavedView, {
          params: { id: view.id },
          body: { ...body, version: known.version },
        })
        client.setQueryData(savedViewsQuery(list).queryKey, (now) => ({
          data: (now?.data ?? []).map((one) => (one.id === saved.id ? saved : one)),
        }))
      },
      scope: { id: 'saved views' },
      onSettled,
    }),
    choose: useMutation({
      mutationFn: ({ id, isDefault }: { id: string; isDefault: boolean }) =>
        call(setDefaultView, { params: { id }, body: { isDefault } }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(deleteSavedView, { params: { id } }), onSettled }),
  }
}
