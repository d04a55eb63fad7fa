import {
  changeOperatorTemplates,
  exportOperatorTemplates,
  getOperatorTemplate,
  importOperatorTemplates,
  listOperatorTemplateAccounts,
  listOperatorTemplates,
  syncOperatorTemplates,
} from '@recado/contracts/admin/operator-templates'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import {
  exportSelectedTemplates,
  exportTemplates,
  importTemplates,
} from '@recado/contracts/whatsapp/portable-templates'
import { listTemplateAccounts, syncTemplateAccounts } from '@recado/contracts/whatsapp/template-accounts'
import { getTemplateAnalytics, refreshTemplateAnalytics } from '@recado/contracts/whatsapp/template-analytics'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import {
  copyTemplate,
  createTemplate,
  discardTemplateDraft,
  saveTemplateDraft,
  submitTemplate,
} from '@recado/contracts/whatsapp/template-drafts'
import { listTemplateLibrary } from '@recado/contracts/whatsapp/template-library'
import { checkTemplateLinks } from '@recado/contracts/whatsapp/template-links'
import { listTemplatePrices } from '@recado/contracts/whatsapp/template-prices'
import { listTemplateUses } from '@recado/contracts/whatsapp/template-uses'
import { listTemplateVersions } from '@recado/contracts/whatsapp/template-versions'
import {
  archiveTemplate,
  changeTemplates,
  deleteTemplate,
  getTemplate,
  listTemplateGroups,
  type TemplateChange,
  testTemplate,
} from '@recado/contracts/whatsapp/templates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { TemplateSearch } from './search.ts'

export type { TemplateContent } from '@recado/contracts/whatsapp/template-content'

export const templatesKey = ['templates'] as const

type ListQuery = NonNullable<Parameters<typeof call<typeof listTemplateGroups>>[1]>['query']

const pageOf = (search: TemplateSearch) => ({ limit: 25, ...search }) as ListQuery & { limit: number }

export const groupsQuery = (search: TemplateSearch) =>
  queryOptions({
    queryKey: [...templatesKey, 'groups', search],
    queryFn: ({ signal }) => call(listTemplateGroups, { query: pageOf(search) }, { signal }),
    placeholderData: (before) => before,
  })

export const accountsQuery = () =>
  queryOptions({
    queryKey: [...templatesKey, 'accounts'],
    queryFn: ({ signal }) => call(listTemplateAccounts, {}, { signal }),
  })

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id],
    queryFn: ({ signal }) => call(getTemplate, { params: { id } }, { signal }),
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'versions'],
    queryFn: ({ signal }) => call(listTemplateVersions, { params: { id } }, { signal }),
  })

export const usesQuery = (id: string, scope: 'language' | 'name') =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'uses', scope],
    queryFn: ({ signal }) => call(listTemplateUses, { params: { id }, query: { scope } }, { signal }),
  })

const HOUR_MS = 3_600_000

/** Prices change with rate cards, not with what people do. */
export const pricesQuery = () =>
  queryOptions({
    queryKey: ['template-prices'],
    queryFn: ({ signal }) => call(listTemplatePrices, {}, { signal }),
    staleTime: HOUR_MS,
  })

export const linkQuery = (url: string | null) =>
  queryOptions({
    queryKey: ['template-links', url],
    queryFn: ({ signal }) => call(checkTemplateLinks, { body: { urls: [url ?? ''] } }, { signal }),
    enabled: url !== null,
    staleTime: HOUR_MS,
    retry: false,
  })

export const analyticsQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'analytics'],
    queryFn: ({ signal }) => call(getTemplateAnalytics, { params: { id } }, { signal }),
  })

export const libraryQuery = (accountId: string, language: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'library', accountId, language],
    queryFn: ({ signal }) => call(listTemplateLibrary, { query: { accountId, language } }, { signal }),
    enabled: accountId !== '',
    retry: false,
  })

export const operatorGroupsQuery = (search: TemplateSearch & { companyId?: string }) =>
  queryOptions({
    queryKey: [...templatesKey, 'operator', search],
    queryFn: ({ signal }) => call(listOperatorTemplates, { query: pageOf(search) }, { signal }),
    placeholderData: (before) => before,
  })

export const operatorAccountsQuery = () =>
  queryOptions({
    queryKey: [...templatesKey, 'operator', 'accounts'],
    queryFn: ({ signal }) => call(listOperatorTemplateAccounts, {}, { signal }),
  })

export const operatorTemplateQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'operator', 'one', id],
    queryFn: ({ signal }) => call(getOperatorTemplate, { params: { id } }, { signal }),
  })

/** `quiet` where a form says itself what was refused. */
const useChange = <I, O>(mutationFn: (input: I) => Promise<O>, quiet = false) => {
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: templatesKey })
  return useMutation({ mutationFn, onSuccess, meta: { quiet } })
}

export const useSync = () =>
  useChange((accountId: string | undefined) => call(syncTemplateAccounts, { body: accountId ? { accountId } : {} }))
export const useOperatorSync = () =>
  useChange((accountId: string) => call(syncOperatorTemplates, { body: { accountId } }))

type NewTemplate = { accountId: string; name: string; language: string; content: TemplateContent }
export const useCreate = () => useChange((body: NewTemplate) => call(createTemplate, { body }), true)
export const useImport = (scope: TemplateScope) =>
  useChange((body: { accountId: string; templates: unknown[] }) =>
    call(scope === 'company' ? importTemplates : importOperatorTemplates, { body }),
  )
export const useArchive = () =>
  useChange(({ id, archived }: { id: string; archived: boolean }) =>
    call(archiveTemplate, { params: { id }, body: { archived } }),
  )
export const useDelete = () =>
  useChange(({ id, scope }: { id: string; scope: 'language' | 'name' }) =>
    call(deleteTemplate, { params: { id }, query: { scope } }),
  )
export const useCopy = () =>
  useChange(
    ({ id, ...body }: { id: string; accountId?: string; language?: string; name?: string }) =>
      call(copyTemplate, { params: { id }, body }),
    true,
  )
export const useSubmit = (id: string) =>
  useChange((version: number) => call(submitTemplate, { params: { id }, body: { version } }))
export const useDiscard = (id: string) => useChange(() => call(discardTemplateDraft, { params: { id } }))
export const useRefreshAnalytics = (id: string) =>
  useChange((enable: boolean) => call(refreshTemplateAnalytics, { params: { id }, body: { enable } }))
export const useTest = (id: string) =>
  useMutation({
    mutationFn: (body: { channelId: string; phone: string; values: Record<string, string> }) =>
      call(testTemplate, { params: { id }, body }),
    meta: { quiet: true },
  })

export const saveDraft = (id: string, version: number, content: TemplateContent) =>
  call(saveTemplateDraft, { params: { id }, body: { version, content } })

export const exportOne = (id: string) =>
  call(exportTemplates, { query: { ids: id } }).then(({ templates }) => templates)

/** Whose templates a page shows: the company's, or those of all companies that an operator looks after. */
export type TemplateScope = 'company' | 'operator'

export const exportSelected = (scope: TemplateScope, selection: BulkSelection) =>
  call(scope === 'company' ? exportSelectedTemplates : exportOperatorTemplates, {
    body: { selection },
  }).then(({ templates }) => templates)

export const useChangeMany = (scope: TemplateScope) =>
  useChange((body: TemplateChange) => call(scope === 'company' ? changeTemplates : changeOperatorTemplates, { body }))

/** How many names the filters leave. */
export const countGroups = async (scope: TemplateScope, filter: Record<string, string>): Promise<number> => {
  const query = { ...filter, limit: 1, count: 'exact' } as ListQuery & { limit: number }
  const found = await call(scope === 'company' ? listTemplateGroups : listOperatorTemplates, { query })
  return found.page.total ?? 0
}
