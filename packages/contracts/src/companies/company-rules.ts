import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection } from '../shared/lists.ts'
import { task } from '../shared/tasks.ts'
import { email, id, idParams, instant } from '../shared.ts'

/** How someone may sign in to work in a company: by password, or at a provider. */
export const signInMethods = ['password', 'google', 'github'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Longest time after signing in that a company may ask for, in hours. */
export const longestSessionHours = 720
export const addressesLimit = 50

/** An IP address, or a network of them such as `203.0.113.0/24`. That the digits make sense is looked at by the server. */
export const network = z
  .string()
  .trim()
  .max(60)
  .regex(/^[0-9a-fA-F:.]+(\/\d{1,3})?$/, 'Not an address or a network')

/** What a company asks of whoever works in it. An empty list of addresses allows all. */
export const companySecurity = z.object({
  requireTwoFactor: z.boolean().default(false),
  addresses: z.array(network).max(addressesLimit).default([]),
  sessionHours: z.number().int().min(1).max(longestSessionHours).nullable().default(null),
  methods: z
    .array(z.enum(signInMethods))
    .min(1)
    .default([...signInMethods]),
})
export type CompanySecurity = z.infer<typeof companySecurity>

/** What of a session does not meet what its company asks for. */
export const barReasons = ['two_factor', 'address', 'session_age', 'method'] as const
export type BarReason = (typeof barReasons)[number]

/** Shortest and longest time that messages and files can be kept, in days. */
export const retentionMin = 30
export const retentionMax = 1825

const kept = z.number().int().min(retentionMin).max(retentionMax).nullable()

/** How long a company keeps what was written and sent, in days; null for as long as it exists. */
export const retention = z.object({ messages: kept.default(null), media: kept.default(null) })
export type Retention = z.infer<typeof retention>

/** What goes for good with the next night; comes with `confirmation_required`. Sizes in bytes. */
export const retentionLosses = z.object({ messages: z.number().int(), files: z.number().int(), bytes: z.number() })
export type RetentionLosses = z.infer<typeof retentionLosses>

export const companyPrivacy = z.object({
  /** Whether phones and e-mails are masked for members without the grant `contacts.pii`. */
  maskContacts: z.boolean().default(true),
  /** Whom people ask about their data; goes with every export. Empty for no one. */
  contactName: z.string().trim().max(120).default(''),
  contactEmail: z.union([z.literal(''), email]).default(''),
  retention: retention.default({ messages: null, media: null }),
})
export type CompanyPrivacy = z.infer<typeof companyPrivacy>

export const brandColors = ['petrol', 'clay', 'green', 'blue', 'grape', 'pink', 'orange', 'gray'] as const
/** Largest logo, in bytes, and the least it measures on its shorter side, in pixels. */
export const logoMaxBytes = 2 * 1024 * 1024
export const logoMinSide = 128

const rules = z.object({
  version: z.number().int(),
  security: companySecurity,
  privacy: companyPrivacy,
  color: z.enum(brandColors).nullable(),
  logoUrl: z.string().nullable(),
  owner: z.object({ id, name: z.string() }).nullable(),
})
export type CompanyRules = z.infer<typeof rules>

export const getCompanyRules = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id/rules',
  can: 'company.view',
  summary: 'What the current company asks of its members, how it treats personal data, and what it looks like',
  params: idParams,
  response: rules,
})

const version = z.number().int()

export const saveCompanySecurity = endpoint({
  method: 'PUT',
  path: '/api/v1/companies/:id/security',
  can: 'company.manage',
  summary: 'Say how members must sign in. Rules that would shut out the session that saves them are refused.',
  notImpersonated: true,
  params: idParams,
  body: z.object({ version, security: companySecurity }),
  response: rules,
  errors: ['conflict'],
})

export const saveCompanyPrivacy = endpoint({
  method: 'PUT',
  path: '/api/v1/companies/:id/privacy',
  can: 'company.manage',
  summary: 'Say how personal data are treated. Where messages or files would go, the name of the company is asked for.',
  notImpersonated: true,
  params: idParams,
  body: z.object({
    version,
    privacy: companyPrivacy,
    /** The name of the company, by whoever knows that something goes for good. */
    confirmation: z.string().max(200).optional(),
  }),
  response: rules,
  errors: ['conflict', 'confirmation_required'],
})

export const saveCompanyBranding = endpoint({
  method: 'PUT',
  path: '/api/v1/companies/:id/branding',
  can: 'company.manage',
  summary: 'Choose the color of the company',
  params: idParams,
  body: z.object({ version, color: z.enum(brandColors).nullable() }),
  response: rules,
  errors: ['conflict'],
})

export const uploadCompanyLogo = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/logo',
  can: 'company.manage',
  summary: 'Set the logo: one PNG or JPEG file of at most 2 MB and at least 128 pixels a side',
  params: idParams,
  bodyKind: 'multipart',
  response: rules,
  errors: ['file_type_refused', 'file_too_large'],
})

export const removeCompanyLogo = endpoint({
  method: 'DELETE',
  path: '/api/v1/companies/:id/logo',
  can: 'company.manage',
  summary: 'Remove the logo',
  params: idParams,
  response: rules,
})

export const getCompanyLogo = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id/logo',
  can: 'signed_in',
  summary: 'The logo of a company that I belong to, as WebP',
  params: idParams,
  query: z.object({ v: z.string().max(64).optional() }),
  response: null,
})

export const exportCompany = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/exports',
  can: 'company.manage',
  summary: 'Writes everything that the company has into one archive, in the background',
  notImpersonated: true,
  params: idParams,
  response: task,
  status: 202,
})

export const transferCompany = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/ownership',
  can: 'company.manage',
  summary: 'Hand the company that I own to another member, who becomes an admin',
  notImpersonated: true,
  params: idParams,
  body: z.object({ memberId: id }),
  response: rules,
  errors: ['state_invalid'],
})

export const deleteOwnCompany = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/deletion',
  can: 'company.manage',
  summary: 'Delete the company that I own, in 30 days; until then it can be read',
  notImpersonated: true,
  params: idParams,
  body: z.object({ name: z.string().max(200) }),
  response: z.object({ deletionAt: instant }),
  errors: ['state_invalid'],
})

export const keepOwnCompany = endpoint({
  method: 'DELETE',
  path: '/api/v1/companies/:id/deletion',
  can: 'companies.view',
  summary: 'Call off the deletion of a company that I own',
  notImpersonated: true,
  params: idParams,
  response: null,
  errors: ['state_invalid'],
})

export const changeInvitations = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/invitations/changes',
  can: 'members.manage',
  summary: 'Send several invitations again, or withdraw them',
  params: idParams,
  body: z.object({ selection: bulkSelection, change: z.enum(['resend', 'revoke']) }),
  response: bulkOutcome,
  errors: ['conflict'],
})
