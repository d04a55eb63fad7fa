import type { TemplateContent } from '@recado/contracts/templates'
import * as contract from '@recado/contracts/templates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { TemplateSearch } from './search.ts'

export type { TemplateContent } from '@recado/contracts/templates'

export const templatesKey = ['templates'] as const

type ListQuery = NonNullable<Parameters<typeof call<typeof contract.listTemplateGroups>>[1]>['query']

const pageOf = (search: TemplateSearch) => ({ limit: 25, ...search }) as ListQuery & { limit: number }

export const groupsQuery = (search: TemplateSearch) =>
  queryOptions({
    queryKey: [...templatesKey, 'groups', search],
    queryFn: ({ signal }) => call(contract.listTemplateGroups, { query: pageOf(search) }, { signal }),
    placeholderData: (before) => before,
  })

export const accountsQuery = () =>
  queryOptions({
    queryKey: [...templatesKey, 'accounts'],
    queryFn: ({ signal }) => call(contract.listTemplateAccounts, {}, { signal }),
  })

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id],
    queryFn: ({ signal }) => call(contract.getTemplate, { params: { id } }, { signal }),
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'versions'],
    queryFn: ({ signal }) => call(contract.listTemplateVersions, { params: { id } }, { signal }),
  })

export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'uses'],
    queryFn: ({ signal }) => call(contract.listTemplateUses, { params: { id } }, { signal }),
  })

export const analyticsQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'analytics'],
    queryFn: ({ signal }) => call(contract.getTemplateAnalytics, { params: { id } }, { signal }),
  })

export const libraryQuery = (accountId: string, language: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'library', accountId, language],
    queryFn: ({ signal }) => call(contract.listTemplateLibrary, { query: { accountId, language } }, { signal }),
    enabled: accountId !== '',
    retry: false,
  })

export const operatorGroupsQuery = (search: TemplateSearch & { companyId?: string }) =>
  queryOptions({
    queryKey: [...templatesKey, 'operator', search],
    queryFn: ({ signal }) => call(contract.listOperatorTemplates, { query: pageOf(search) }, { signal }),
    placeholderData: (before) => before,
  })

export const operatorAccountsQuery = () =>
  queryOptions({
    queryKey: [...templatesKey, 'operator', 'accounts'],
    queryFn: ({ signal }) => call(contract.listOperatorTemplateAccounts, {}, { signal }),
  })

export const operatorTemplateQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'operator', 'one', id],
    queryFn: ({ signal }) => call(contract.getOperatorTemplate, { params: { id } }, { signal }),
  })

const useChange = <I, O>(mutationFn: (input: I) => Promise<O>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey: templatesKey }) })
}

export const useSync = () =>
  useChange((accountId: string | undefined) =>
    call(contract.syncTemplateAccounts, { body: accountId ? { accountId } : {} }),
  )
export const useOperatorSync = () =>
  useChange((accountId: string) => call(contract.syncOperatorTemplates, { body: { accountId } }))

type NewTemplate = { accountId: string; name: string; language: string; content: TemplateContent }
export const useCreate = () => useChange((body: NewTemplate) => call(contract.createTemplate, { body }))
export const useImport = () =>
  useChange((body: { accountId: string; templates: unknown[] }) => call(contract.importTemplates, { body }))
export const useArchive = () =>
  useChange(({ id, archived }: { id: string; archived: boolean }) =>
    call(contract.archiveTemplate, { params: { id }, body: { archived } }),
  )
export const useDelete = () =>
  useChange(({ id, scope }: { id: string; scope: 'language' | 'name' }) =>
    call(contract.deleteTemplate, { params: { id }, query: { scope } }),
  )
export const useCopy = () =>
  useChange(({ id, ...body }: { id: string; accountId?: string; language?: string; name?: string }) =>
    call(contract.copyTemplate, { params: { id }, body }),
  )
export const useSubmit = (id: string) =>
  useChange((version: number) => call(contract.submitTemplate, { params: { id }, body: { version } }))
export const useDiscard = (id: string) => useChange(() => call(contract.discardTemplateDraft, { params: { id } }))
export const useRefreshAnalytics = (id: string) =>
  useChange(() => call(contract.refreshTemplateAnalytics, { params: { id } }))
export const useTest = (id: string) =>
  useMutation({
    mutationFn: (body: { channelId: string; phone: string; values: Record<string, string> }) =>
      call(contract.testTemplate, { params: { id }, body }),
  })

export const saveDraft = (id: string, version: number, content: TemplateContent) =>
  call(contract.saveTemplateDraft, { params: { id }, body: { version, content } })

export const exportAll = (ids: readonly string[]) => call(contract.exportTemplates, { query: { ids: ids.join(',') } })
