import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'
import { templateContent } from './template-content.ts'

export const templateVersion = z.object({
  id,
  number: z.number().int(),
  content: templateContent,
  status: z.string(),
  reason: z.string().nullable(),
  author: z.string().nullable(),
  createdAt: instant,
})
export type TemplateVersion = z.infer<typeof templateVersion>

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id/versions',
  can: 'templates.view',
  summary: 'What was submitted, newest first',
  params: idParams,
  response: z.object({ data: z.array(templateVersion) }),
})
