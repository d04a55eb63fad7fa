import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { id, idParams, pageOf, pageQuery } from '../shared.ts'
import { portableTemplate, templateImport } from '../whatsapp/portable-templates.ts'
import { templateAccount } from '../whatsapp/template-accounts.ts'
import { templateChange, templateDetail, templateFilters, templateGroup } from '../whatsapp/templates.ts'

/** Templates of another company, for those who work as its operator. */
export const listOperatorTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/operator/templates',
  can: 'operator.channels',
  summary: 'Templates of the companies that the operator looks after, by name',
  query: pageQuery.extend(templateFilters.shape).extend(countQuery.shape).extend({ companyId: id.optional() }),
  response: pageOf(templateGroup.extend({ companyId: id, companyName: z.string() })),
})

export const listOperatorTemplateAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/operator/template-accounts',
  can: 'operator.channels',
  summary: 'Accounts of the companies that the operator looks after',
  response: z.object({ data: z.array(templateAccount.extend({ companyId: id, companyName: z.string() })) }),
})

export const getOperatorTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/operator/templates/:id',
  can: 'operator.channels',
  summary: 'One template of such a company',
  params: idParams,
  response: templateDetail.extend({ companyId: id, companyName: z.string() }),
})

export const syncOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-syncs',
  can: 'operator.channels',
  summary: 'Reads the templates of an account from Meta again',
  body: z.object({ accountId: id }),
  response: z.object({ count: z.number().int() }),
  errors: providerErrors,
})

export const changeOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-changes',
  can: 'operator.channels',
  summary: 'Archives, brings back, deletes, copies or reads anew names of such companies',
  body: templateChange,
  response: bulkOutcome,
  errors: ['conflict', ...providerErrors],
})

export const exportOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-exports',
  can: 'operator.channels',
  summary: 'Templates of such companies as JSON',
  body: z.object({ selection: bulkSelection }),
  response: z.object({ templates: z.array(portableTemplate) }),
  errors: ['conflict'],
})

export const importOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-imports',
  can: 'operator.channels',
  summary: 'Makes drafts of exported templates in an account of such a company',
  ...templateImport,
})
