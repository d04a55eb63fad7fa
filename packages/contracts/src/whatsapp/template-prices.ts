import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { templateCategories } from './template-content.ts'

export const templatePrice = z.object({
  category: z.enum(templateCategories),
  market: z.string(),
  currency: z.string(),
  /** For one delivered message, in units of the currency. */
  price: z.number(),
  /** The effective date of the rate card. */
  ratesFrom: z.iso.date(),
})
export type TemplatePrice = z.infer<typeof templatePrice>

export const listTemplatePrices = endpoint({
  method: 'GET',
  path: '/api/v1/template-prices',
  can: 'templates.view',
  summary: 'What a message of each category costs in Brazil today',
  response: z.object({ data: z.array(templatePrice) }),
})
