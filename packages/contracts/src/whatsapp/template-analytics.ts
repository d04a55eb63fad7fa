import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { idParams, instant } from '../shared.ts'

export const templateFigures = z.object({
  sent: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  clicked: z.number().int(),
})
export type TemplateFigures = z.infer<typeof templateFigures>

const ownFigures = templateFigures.extend({ failed: z.number().int() })

export const getTemplateAnalytics = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id/analytics',
  can: 'templates.view',
  summary: 'What Meta and we counted by day of UTC, over the last 90 days; both are read every night',
  params: idParams,
  response: z.object({
    /** Whether Meta counts this account's templates. */
    enabled: z.boolean(),
    total: templateFigures,
    /** Messages that left from here; clicks are taps on quick replies. */
    own: ownFigures,
    days: z.array(templateFigures.extend({ day: z.string(), own: ownFigures })),
    countedAt: instant.nullable(),
  }),
})
export type TemplateAnalytics = z.infer<typeof getTemplateAnalytics.response>

export const refreshTemplateAnalytics = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/analytics',
  can: 'templates.write',
  summary: 'Counts what Meta and we know now; `enable` has Meta count the account, once and for all',
  params: idParams,
  body: z.object({ enable: z.boolean().default(false) }),
  response: z.object({ days: z.number().int() }),
  errors: ['state_invalid', ...providerErrors],
})
