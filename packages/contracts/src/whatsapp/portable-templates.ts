import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkSelection } from '../shared/lists.ts'
import { id } from '../shared.ts'
import { templateContent, templateLanguage, templateName } from './template-content.ts'

/** One template as it travels between installations. */
export const portableTemplate = templateContent.extend({ name: templateName, language: templateLanguage })
export type PortableTemplate = z.output<typeof portableTemplate>

/** The maximum size of a template file, equal to the maximum size of a request. */
export const templateImportMaxBytes = 1024 * 1024

export const templateImport = {
  body: z.object({ accountId: id, templates: z.array(z.unknown()).min(1).max(200) }),
  response: z.object({
    created: z.array(z.object({ row: z.number().int(), id })),
    errors: z.array(z.object({ row: z.number().int(), path: z.string(), code: z.string() })),
  }),
}

export const importTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/template-imports',
  can: 'templates.write',
  summary: 'Makes drafts of exported templates; a row with an error makes none, the others do',
  ...templateImport,
})

export const exportTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/template-exports',
  can: 'templates.view',
  summary: 'Templates as JSON: those named, or all of an account',
  query: z.object({ accountId: id.optional(), ids: z.string().max(8000).optional() }),
  response: z.object({ templates: z.array(portableTemplate) }),
})

export const exportSelectedTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/template-exports',
  can: 'templates.view',
  summary: 'Templates as JSON: every language of the chosen names',
  body: z.object({ selection: bulkSelection }),
  response: z.object({ templates: z.array(portableTemplate) }),
  errors: ['conflict'],
})
