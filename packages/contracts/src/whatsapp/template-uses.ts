import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../shared.ts'

export const templateUse = z.object({
  kind: z.enum(['csat', 'scheduled_message', 'campaign']),
  /** Which language of the name. */
  language: z.string(),
  /** What it is called there, or where it is. */
  label: z.string(),
  count: z.number().int(),
  /** Of a campaign that has not ended. */
  campaignId: id.nullable(),
})
export type TemplateUse = z.infer<typeof templateUse>

export const listTemplateUses = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id/uses',
  can: 'templates.view',
  summary: 'Where the template, or any language of its name, is used',
  params: idParams,
  query: z.object({ scope: z.enum(['language', 'name']).default('language') }),
  response: z.object({ data: z.array(templateUse) }),
})
