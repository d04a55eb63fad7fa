import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, version } from '../shared.ts'
import { lifecycleKey } from './contact-values.ts'

/** Stages that companies begin with; their names are texts of the product until a company names them. */
export const defaultStages = ['lead', 'qualified', 'customer', 'inactive'] as const

/** One of them. */
export const contactStage = z.object({
  key: lifecycleKey,
  /** Null: the product's own name, for one of `defaultStages`. */
  name: filledText(40).nullable(),
})
export type ContactStage = z.output<typeof contactStage>

const templateRef = z.object({ name: z.string().max(512), language: z.string().max(20) })

/** How people are asked to confirm that they want marketing. */
export const doubleOptIn = z.object({
  /** The number that asks. */
  channelId: id,
  /** By the language of the person; the first quick reply of a template is a yes, the second a no. */
  templates: z
    .object({ en: templateRef.nullable().default(null), pt: templateRef.nullable().default(null) })
    .refine(({ en, pt }) => en !== null || pt !== null, { path: ['en'], params: { code: 'required' } }),
  /** Days after which a yes that was not confirmed is no longer asked about. */
  days: z.number().int().min(1).max(90).default(7),
})
export type DoubleOptIn = z.output<typeof doubleOptIn>

/** How a company files its contacts. A stored object may lack members: `contactSettings.parse({})` gives every default. */
export const contactSettings = z.object({
  /** What contacts go through, from the first to the last. */
  stages: z
    .array(contactStage)
    .max(20)
    .refine((stages) => new Set(stages.map(({ key }) => key)).size === stages.length, {
      message: 'Each key once',
      params: { code: 'duplicate' },
    })
    .default(() => defaultStages.map((key) => ({ key, name: null }))),
  /** Null: what a form or a file says is taken at its word. */
  doubleOptIn: doubleOptIn.nullable().default(null),
})
export type ContactSettings = z.output<typeof contactSettings>

const stored = z.object({ settings: contactSettings, version: z.number().int() })

export const getContactSettings = endpoint({
  method: 'GET',
  path: '/api/v1/contact-settings',
  can: 'company.view',
  summary: 'How the company files its contacts',
  response: stored,
})
export const updateContactSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/contact-settings',
  can: 'company.manage',
  summary: 'Replaces them; `version` is the one that was read. Contacts at a stage that is gone show none',
  body: z.object({ settings: contactSettings, version }),
  response: stored,
  errors: ['conflict'],
})
