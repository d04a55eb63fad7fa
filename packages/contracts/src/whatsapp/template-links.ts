import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const linkVerdicts = ['reachable', 'refused', 'forbidden', 'unreachable', 'no_answer'] as const

export const checkTemplateLinks = endpoint({
  method: 'POST',
  path: '/api/v1/template-links',
  can: 'templates.write',
  summary: 'Whether addresses of buttons answer; those of private networks are never called. Thirty checks a minute',
  body: z.object({ urls: z.array(z.url().max(2000)).min(1).max(20) }),
  response: z.object({
    data: z.array(z.object({ url: z.string(), verdict: z.enum(linkVerdicts), status: z.number().int().nullable() })),
  }),
})
