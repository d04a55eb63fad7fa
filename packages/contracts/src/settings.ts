import { z } from 'zod'
import { userRoles } from './abilities.ts'
import { endpoint } from './endpoint.ts'

/** Billing values that stand in for empty ones (spec: general settings). */
export const billingDefaults = {
  billing_country: 'Brazil',
  billing_address: 'Street name, 000',
  billing_city: 'São Paulo',
  billing_state: 'SP',
  billing_zip: '00000-000',
} as const

export const generalSettings = z.object({
  domain: z.string(),
  id: z.union([z.number().int(), z.string()]),
  name: z.string(),
  logo: z.string(),
  favicon: z.string(),
  billing_country: z.string(),
  billing_address: z.string(),
  billing_city: z.string(),
  billing_state: z.string(),
  billing_zip: z.string(),
  /** Where the inbox of the signed-in person comes from, and as which application. */
  notifications: z.object({ apiUrl: z.string(), socketUrl: z.string(), applicationIdentifier: z.string() }),
})
export type GeneralSettings = z.infer<typeof generalSettings>

export const getGeneralSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/general',
  can: 'public',
  summary: 'Brand and billing address of the installation; read once when the application starts',
  response: generalSettings,
})

export const getApp = endpoint({
  method: 'GET',
  path: '/api/v1/app',
  can: 'public',
  summary: 'What the running installation is: its version, and the doors of the demo',
  response: z.object({
    version: z.string(),
    mode: z.enum(['demo', 'production', 'test']),
    demo: z
      .object({
        phoneUrl: z.string(),
        mailUrl: z.string(),
        accounts: z.array(
          z.object({
            email: z.string(),
            password: z.string(),
            role: z.enum(userRoles),
            name: z.string(),
          }),
        ),
      })
      .nullable(),
    tagManagerId: z.string().nullable(),
  }),
})
