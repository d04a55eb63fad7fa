import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { id, idParams, version } from '../shared.ts'
import { templateContent, templateLanguage, templateName } from './template-content.ts'
import { templateDetail } from './templates.ts'

const created = z.object({ id })

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'Begins a template as a draft; Meta sees it when it is submitted',
  body: z.object({ accountId: id, name: templateName, language: templateLanguage, content: templateContent }),
  response: created,
  status: 201,
  errors: ['duplicate', 'template_name_locked', 'template_category_fixed'],
})

export const saveTemplateDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/templates/:id/draft',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'Saves what is written; `version` is the one that was read',
  params: idParams,
  body: z.object({ version, content: templateContent }),
  response: z.object({ version: z.number().int() }),
  errors: ['conflict', 'state_invalid'],
})

export const discardTemplateDraft = endpoint({
  method: 'DELETE',
  path: '/api/v1/templates/:id/draft',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'Throws the unpublished changes away',
  params: idParams,
  response: null,
  errors: ['state_invalid'],
})

export const submitTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/submissions',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'Gives the draft to Meta for review. Safe to repeat',
  params: idParams,
  body: z.object({ version }),
  response: templateDetail,
  errors: ['conflict', 'state_invalid', 'template_invalid', 'template_edit_limit', 'duplicate', ...providerErrors],
})

export const copyTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/copies',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'A draft with the same content in another language, account or under another name',
  params: idParams,
  body: z.object({ accountId: id.optional(), language: templateLanguage.optional(), name: templateName.optional() }),
  response: created,
  status: 201,
  errors: ['duplicate', 'template_name_locked', 'template_category_fixed'],
})
