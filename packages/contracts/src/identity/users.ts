import { z } from 'zod'
import { userRoles } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { task } from '../shared/tasks.ts'
import { email, id, idParams, instant, locales, password, personName, timezone } from '../shared.ts'
import { jobRoles } from './auth.ts'
import { personPreferences, preferenceChange } from './preferences.ts'

/** Largest profile photo, in bytes. */
export const photoMaxBytes = 5 * 1024 * 1024
export const photoTypes = ['image/jpeg', 'image/png'] as const

export const profile = z.object({
  id,
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  /** Country of the phone, as ISO 3166; null where it has none, or none can be told. */
  phoneCountry: z.string().nullable(),
  role: z.enum(userRoles),
  jobRole: z.enum(jobRoles).nullable(),
  locale: z.enum(locales),
  timezone: z.string(),
  preferences: personPreferences,
  avatarUrl: z.string().nullable(),
  hasPassword: z.boolean(),
  connected: z.array(z.string()),
  createdAt: instant,
  /** When the account goes, where its deletion is planned. */
  deletionAt: instant.nullable(),
})
export type Profile = z.infer<typeof profile>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/v1/me',
  can: 'signed_in',
  summary: 'My profile',
  response: profile,
})

export const updateMe = endpoint({
  method: 'PATCH',
  path: '/api/v1/me',
  can: 'signed_in',
  summary: 'Change my profile',
  body: z
    .object({
      name: personName,
      phone: z
        .string()
        .trim()
        .regex(/^\+[1-9]\d{6,14}$/)
        .nullable(),
      jobRole: z.enum(jobRoles).nullable(),
      locale: z.enum(locales),
      timezone,
      preferences: preferenceChange,
    })
    .partial(),
  response: profile,
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/api/v1/me/photo',
  can: 'signed_in',
  summary: 'Set my photo: one JPEG or PNG file of at most 5 MB, cut square',
  bodyKind: 'multipart',
  response: z.object({ avatarUrl: z.string() }),
  errors: ['file_type_refused', 'file_too_large'],
})

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/api/v1/me/photo',
  can: 'signed_in',
  summary: 'Remove my photo',
  response: null,
})

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/v1/users/:id/avatar',
  can: 'signed_in',
  summary: 'The photo of a person I share a company with, as WebP',
  params: idParams,
  query: z.object({ v: z.string().max(64).optional() }),
  response: null,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v1/me/password',
  can: 'signed_in',
  summary: 'Change my password; ends my other sessions',
  notImpersonated: true,
  body: z.object({ current: z.string().max(256), password }),
  response: null,
  errors: ['password_wrong', 'password_weak'],
})

const code = z.string().trim().min(6).max(40)
/** The password is empty for people who sign in by a provider alone. */
const proof = z.object({ password: z.string().max(256).default(''), code })
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/v1/me/two-factor',
  can: 'signed_in',
  summary: 'Whether my account has a second factor',
  response: z.object({ enabled: z.boolean(), since: instant.nullable(), recoveryCodesLeft: z.number().int() }),
})

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/me/two-factor',
  can: 'signed_in',
  summary: 'Make the secret of an authenticator app; it counts once it is confirmed',
  notImpersonated: true,
  body: proof.pick({ password: true }),
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['password_wrong', 'sign_in_again', 'state_invalid'],
})

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/me/two-factor/confirmation',
  can: 'signed_in',
  summary: 'Switch the second factor on by a code of the app; answers recovery codes, this once',
  notImpersonated: true,
  body: proof.pick({ code: true }),
  response: recoveryCodes,
  errors: ['code_wrong', 'state_invalid'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/me/two-factor/recovery-codes',
  can: 'signed_in',
  summary: 'New recovery codes in place of the former ones',
  notImpersonated: true,
  body: proof,
  response: recoveryCodes,
  errors: ['password_wrong', 'code_wrong', 'state_invalid'],
})

export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/me/two-factor/removal',
  can: 'signed_in',
  summary: 'Switch the second factor off',
  notImpersonated: true,
  body: proof,
  response: null,
  errors: ['password_wrong', 'code_wrong', 'state_invalid'],
})

export const userSession = z.object({
  id,
  current: z.boolean(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  device: z.enum(['desktop', 'mobile', 'tablet']),
  ip: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/me/sessions',
  can: 'signed_in',
  summary: 'Where I am signed in',
  response: z.object({ data: z.array(userSession) }),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/me/sessions/:id',
  can: 'signed_in',
  summary: 'End one of my sessions',
  notImpersonated: true,
  params: idParams,
  response: null,
})

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/me/sessions',
  can: 'signed_in',
  summary: 'End all of my sessions but this one',
  notImpersonated: true,
  response: z.object({ ended: z.number().int() }),
})

/** What the history of signing in tells; each has a text, `identity/profile:history.<what>`. */
export const signInEvents = ['sign_in', 'sign_out', 'failed', '2fa_failed'] as const

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/v1/me/sign-ins',
  can: 'signed_in',
  summary: 'When and from where my account was signed in to in the last 90 days, newest first: the last 200',
  response: z.object({
    data: z.array(
      z.object({
        id,
        at: instant,
        what: z.enum(signInEvents),
        method: z.string().nullable(),
        browser: z.string().nullable(),
        os: z.string().nullable(),
        ip: z.string().nullable(),
      }),
    ),
  }),
})

const ownPassword = z.string().max(256).default('')

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/v1/me/email',
  can: 'signed_in',
  summary: 'Mail a link to a new address; it becomes mine once the link is followed, and the former one is told',
  notImpersonated: true,
  body: z.object({
    email,
    password: ownPassword,
    /** Of the authenticator app, or a recovery code, where the account has a second factor. */
    code: z.string().trim().max(40).default(''),
  }),
  response: z.object({ mail: z.literal('sent') }),
  status: 202,
  errors: ['password_wrong', 'code_wrong', 'sign_in_again'],
})

export const exportMe = endpoint({
  method: 'POST',
  path: '/api/v1/me/exports',
  can: 'signed_in',
  summary: 'Writes what is stored about me into one archive, in the background',
  notImpersonated: true,
  response: task,
  status: 202,
})

export const deleteMe = endpoint({
  method: 'POST',
  path: '/api/v1/me/deletion',
  can: 'signed_in',
  summary: 'Delete my account in 30 days. Refused to the last admin of a company.',
  notImpersonated: true,
  body: z.object({ password: ownPassword }),
  response: z.object({ deletionAt: instant }),
  errors: ['password_wrong', 'last_admin', 'state_invalid'],
})

export const keepMe = endpoint({
  method: 'DELETE',
  path: '/api/v1/me/deletion',
  can: 'signed_in',
  summary: 'Call off the deletion of my account',
  notImpersonated: true,
  response: null,
  errors: ['state_invalid'],
})

export const acceptLegal = endpoint({
  method: 'POST',
  path: '/api/v1/me/legal',
  can: 'signed_in',
  summary: 'Accept the terms and the privacy notice of these versions',
  notImpersonated: true,
  body: z.object({ terms: z.string().max(40).nullable(), privacy: z.string().max(40).nullable() }),
  response: null,
  errors: ['state_invalid'],
})
