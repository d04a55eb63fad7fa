import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { id, idParams, instant } from '../shared.ts'

export const templateSummary = z.object({
  id,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
  components: z.array(z.unknown()),
})
export type TemplateSummary = z.infer<typeof templateSummary>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/templates',
  can: 'conversations.view',
  summary: "Approved templates of the channel's account",
  params: idParams,
  query: z.object({ search: z.string().max(100).optional() }),
  response: z.object({
    data: z.array(templateSummary),
    syncedAt: instant.nullable(),
  }),
})

export const syncTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/template-syncs',
  can: 'channels.view',
  summary: 'Reads the templates from Meta again',
  params: idParams,
  response: z.object({ count: z.number().int() }),
  errors: providerErrors,
})
