import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'

/** `view` refuses whatever would change something. */
export const impersonationModes = ['view', 'act'] as const
export type ImpersonationMode = (typeof impersonationModes)[number]

export const impersonationMinutes = [15, 30, 60] as const

export const startImpersonation = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/impersonate',
  can: 'impersonation.start',
  summary: 'Enter as a user for a while; the session of before comes back when it is left or over',
  notImpersonated: true,
  params: idParams,
  body: z.object({
    reason: z.string().trim().min(10).max(300),
    minutes: z.union([z.literal(15), z.literal(30), z.literal(60)]),
    mode: z.enum(impersonationModes),
    /** The company of theirs to enter in; their last one otherwise. */
    companyId: id.nullable().default(null),
  }),
  response: z.object({ expiresAt: instant }),
  errors: ['target_admin', 'target_suspended', 'consent_required', 'self_refused'],
})

/** Longest time for which a person can let support enter their account, in hours. */
export const consentHours = [1, 24, 72] as const

export const getSupportConsent = endpoint({
  method: 'GET',
  path: '/api/v1/me/support-consent',
  can: 'signed_in',
  summary: 'Until when support staff may enter my account',
  response: z.object({ until: instant.nullable() }),
})

export const setSupportConsent = endpoint({
  method: 'PUT',
  path: '/api/v1/me/support-consent',
  can: 'signed_in',
  summary: 'Let support staff enter my account for some hours, or no longer',
  notImpersonated: true,
  body: z.object({ hours: z.union([z.literal(1), z.literal(24), z.literal(72)]).nullable() }),
  response: z.object({ until: instant.nullable() }),
})
