import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { id, instant } from '../shared.ts'

export const templateAccount = z.object({
  id,
  name: z.string(),
  wabaId: z.string(),
  syncedAt: instant.nullable(),
  count: z.number().int(),
  channels: z.array(z.object({ id, name: z.string(), phone: z.string() })),
})
export type TemplateAccount = z.infer<typeof templateAccount>

export const listTemplateAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/template-accounts',
  can: 'templates.view',
  scope: 'templates:read',
  summary: 'Accounts at Meta that templates belong to',
  response: z.object({ data: z.array(templateAccount) }),
})

export const syncTemplateAccounts = endpoint({
  method: 'POST',
  path: '/api/v1/template-syncs',
  can: 'templates.view',
  summary: 'Reads the templates of every account, or of one, from Meta again',
  body: z.object({ accountId: id.optional() }),
  response: z.object({ count: z.number().int() }),
  errors: providerErrors,
})
