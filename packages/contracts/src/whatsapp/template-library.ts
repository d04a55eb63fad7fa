import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { id } from '../shared.ts'
import { templateLanguage } from './template-content.ts'

export const libraryTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  topic: z.string().nullable(),
  header: z.string().nullable(),
  body: z.string(),
  params: z.array(z.string()),
  buttons: z.array(z.object({ type: z.string(), text: z.string() })),
})
export type LibraryTemplate = z.infer<typeof libraryTemplate>

export const listTemplateLibrary = endpoint({
  method: 'GET',
  path: '/api/v1/template-library',
  can: 'templates.view',
  summary: "Meta's ready texts",
  query: z.object({ accountId: id, language: templateLanguage, search: z.string().trim().max(100).optional() }),
  response: z.object({ data: z.array(libraryTemplate) }),
  errors: providerErrors,
})
