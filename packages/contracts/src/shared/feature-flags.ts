import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'
import { bulkOutcome, bulkSelection } from './lists.ts'

/** Features that can be let out little by little, or taken back; each is read by the code that its name stands for. */
export const featureFlagKeys = ['typing_indicator'] as const
export type FeatureFlagKey = (typeof featureFlagKeys)[number]

const key = z.enum(featureFlagKeys)

export const featureFlag = z.object({
  key,
  /** Off for everybody, whatever the rest says. */
  enabled: z.boolean(),
  /** Share of companies that have it, where nothing is said about a company. */
  percent: z.number().int().min(0).max(100),
  note: z.string(),
  companies: z.array(z.object({ id, name: z.string(), on: z.boolean() })),
  version: z.number().int(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
})
export type FeatureFlag = z.infer<typeof featureFlag>

export const listFeatureFlags = endpoint({
  method: 'GET',
  path: '/api/v1/admin/feature-flags',
  can: 'admin.platform',
  summary: 'Every feature flag with its share and the companies it is settled for',
  response: z.object({ data: z.array(featureFlag) }),
})

export const updateFeatureFlag = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/feature-flags/:key',
  can: 'admin.platform',
  summary: 'Switch a feature on or off, and say for what share of companies',
  params: z.object({ key }),
  body: z.object({
    version: z.number().int(),
    enabled: z.boolean(),
    percent: z.number().int().min(0).max(100),
    note: z.string().trim().max(500).default(''),
  }),
  response: featureFlag,
  errors: ['conflict'],
})

/** `default` leaves a company to the share. */
export const flagChoices = ['on', 'off', 'default'] as const
export type FlagChoice = (typeof flagChoices)[number]

/** How a flag turns out for one company, and whether that was said for it alone. */
export const companyFlag = z.object({ key, on: z.boolean(), choice: z.enum(flagChoices) })
export type CompanyFlag = z.infer<typeof companyFlag>

export const listCompanyFlags = endpoint({
  method: 'GET',
  path: '/api/v1/admin/companies/:id/feature-flags',
  can: 'admin.platform',
  summary: 'How every feature flag turns out for a company',
  params: idParams,
  response: z.object({ data: z.array(companyFlag) }),
})

export const setCompanyFlags = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/feature-flags',
  can: 'admin.platform',
  summary: 'Settle a feature flag for some companies, or leave them to its share',
  body: z.object({ selection: bulkSelection, key, choice: z.enum(flagChoices) }),
  response: bulkOutcome,
  errors: ['conflict'],
})
