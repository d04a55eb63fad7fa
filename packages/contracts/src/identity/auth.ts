import { z } from 'zod'
import { abilities, memberRoles, userRoles } from '../abilities.ts'
import { barReasons } from '../companies/company-rules.ts'
import { endpoint } from '../endpoint.ts'
import { companyName, email, id, instant, locales, password, personName } from '../shared.ts'
import { impersonationModes } from './impersonation.ts'
import { personPreferences } from './preferences.ts'

/** Onboarding job roles of the specification. */
export const jobRoles = [
  'engineer',
  'engineering_manager',
  'architect',
  'product_manager',
  'designer',
  'cxo_founder',
  'marketing_manager',
  'other',
] as const

export const visibilities = ['all', 'teams', 'assigned'] as const

/** Social sign-in providers, offered when their keys are configured. */
export const socialProviders = ['google', 'github'] as const
export type SocialProvider = (typeof socialProviders)[number]

/**
 * What `error=` can say on the sign-in and error pages. Texts live in the locales, under `identity/auth:error.<code>`.
 * `SessionRequired` comes from the page guard, `Configuration` from a provider that is not set up.
 */
export const signInErrors = [
  'CredentialsSignin',
  'TwoFactorRequired',
  'TwoFactorInvalid',
  'EmailNotVerified',
  'Suspended',
  'RateLimited',
  'MissingCSRF',
  'SessionRequired',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'OAuthAccountNotLinked',
  'Callback',
  'AccessDenied',
  'Verification',
  'Configuration',
] as const
export type SignInError = (typeof signInErrors)[number]

/** Names the company that a request works in, one of the person's; without it that is the session's. */
export const companyHeader = 'x-company'

const sessionCompany = z.object({
  id,
  name: z.string(),
  access_blocks: z.array(z.string()),
  timezone: z.string(),
  currency: z.string(),
  current: z.literal(true),
  member: z.object({
    role: z.enum(memberRoles),
    grants: z.array(z.string()),
    visibility: z.enum(visibilities),
  }),
})

/** Answer of `GET /api/auth/session` for someone signed in; `{}` stands for no one. */
export const session = z.object({
  user: z.object({
    id,
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    role: z.enum(userRoles),
    locale: z.enum(locales),
    timezone: z.string(),
    preferences: personPreferences,
    avatar_url: z.string().nullable(),
    two_factor: z.boolean(),
    wa_operator: z.boolean(),
    subscriberId: z.string(),
    subscriberHash: z.string(),
    currentCompany: sessionCompany.nullable(),
    companies: z.array(
      z.object({
        id,
        name: z.string(),
        current: z.boolean(),
        unread: z.number().int(),
        access_blocks: z.array(z.string()),
        logoUrl: z.string().nullable(),
        color: z.string().nullable(),
      }),
    ),
  }),
  abilities: z.array(z.enum(abilities)),
  /** The company of this session, when it asks for more than the session has: then there is no current one. */
  barred: z
    .object({ id, name: z.string(), reasons: z.array(z.enum(barReasons)) })
    .nullable()
    .default(null),
  /** Why nothing can be changed in the current company, until when it is there, and whom to ask; null where all works. */
  restricted: z
    .object({
      status: z.enum(['suspended', 'deleting']),
      reason: z.string().nullable(),
      deletionAt: instant.nullable(),
      /** Whoever planned the deletion, or who looks after the company at the platform. */
      ask: z.object({ name: z.string(), email: z.string() }).nullable(),
    })
    .nullable()
    .default(null),
  /** Versions of the terms and of the privacy notice that the person has still to accept. */
  legal: z.object({ terms: z.string().nullable(), privacy: z.string().nullable() }).nullable().default(null),
  /** Set while an admin acts as this user. */
  admin_user: z.boolean(),
  /** Who acts as this user and how; null in a session of one's own. */
  impersonation: z
    .object({ mode: z.enum(impersonationModes), by: z.object({ id, name: z.string() }), expires_at: instant })
    .nullable()
    .default(null),
  expires: instant,
})
export type Session = z.infer<typeof session>

const sent = z.object({ mail: z.literal('sent') })

export const registerAccount = endpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  can: 'public',
  summary: 'Create an account. Answers the same whether or not the address is known; the mail says which.',
  body: z.object({
    name: personName,
    email,
    password,
    phone: z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{6,14}$/)
      .optional(),
    companyName: companyName.optional(),
    jobRole: z.enum(jobRoles).optional(),
    locale: z.enum(locales).default('en'),
    timezone: z.string().max(60).optional(),
    terms: z.literal(true),
    marketing: z.boolean().default(false),
    /** From an invitation mail: proves the address, joins the company, and skips the verification mail. */
    invitationToken: z.string().max(200).optional(),
    /** Left empty by people. */
    website: z.string().max(200).optional(),
  }),
  response: z.object({ next: z.enum(['verify', 'sign_in']) }),
  status: 202,
  errors: ['password_weak', 'token_invalid', 'invitation_other_account'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/v1/auth/verify-email',
  can: 'public',
  summary: 'Confirm an e-mail address by the link of the mail or by its six digits',
  body: z.union([
    z.object({ token: z.string().min(1).max(200) }),
    z.object({
      email,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/),
    }),
  ]),
  response: z.object({
    email: z.string(),
    /** Sets the password, where the account has none: whoever proves the address did not type one for sure. */
    resetToken: z.string().nullable(),
  }),
  errors: ['token_invalid', 'code_wrong'],
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/v1/auth/verify-email/resend',
  can: 'public',
  summary: 'Send the verification mail again: once a minute, five times a day',
  body: z.object({ email }),
  response: sent,
  status: 202,
  errors: ['verification_cooldown'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/forgot-password',
  can: 'public',
  summary: 'Mail a link to set a new password, if the address is known; the answer never tells',
  body: z.object({ email }),
  response: sent,
  status: 202,
})

export const checkReset = endpoint({
  method: 'POST',
  path: '/api/v1/auth/reset-password/checks',
  can: 'public',
  summary:
    'Whether a link to a new password still works, and whether it takes a code of the second factor; changes nothing',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ twoFactor: z.boolean() }),
  errors: ['token_invalid'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/reset-password',
  can: 'public',
  summary: 'Set a new password by the token of a mail; ends every session of the account',
  body: z.object({
    token: z.string().min(1).max(200),
    password,
    /** Of the authenticator app, or a recovery code, where the account has a second factor. */
    code: z.string().trim().min(1).max(40).optional(),
  }),
  response: z.object({ email: z.string() }),
  errors: ['token_invalid', 'password_weak', 'code_wrong'],
})

/** Why an invitation can or cannot be taken up. */
export const invitationStates = ['open', 'expired', 'revoked', 'accepted', 'declined'] as const

const tokenParams = z.object({ token: z.string().min(1).max(200) })

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/v1/invitations/:token',
  can: 'public',
  summary: 'Read an invitation by the token of its mail',
  params: tokenParams,
  response: z.object({
    email: z.string(),
    role: z.enum(memberRoles),
    state: z.enum(invitationStates),
    expiresAt: instant,
    company: z.object({ name: z.string() }),
    inviter: z.object({ name: z.string() }).nullable(),
    /** `same`: signed in with this address; `other`: signed in with another; `exists`: has an account; `none`: must register. */
    account: z.enum(['same', 'other', 'exists', 'none']),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations/:token/accept',
  can: 'signed_in',
  summary: 'Join the company; it becomes the current company of this session',
  notImpersonated: true,
  params: tokenParams,
  response: z.object({ company: z.object({ id, name: z.string() }) }),
  errors: ['token_invalid', 'invitation_other_account'],
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations/:token/decline',
  can: 'public',
  summary: 'Decline an invitation',
  params: tokenParams,
  response: null,
  errors: ['token_invalid'],
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/v1/auth/email-change',
  can: 'public',
  summary: 'Make the address of a mail the one of the account, by the token that it carries',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ email: z.string() }),
  errors: ['token_invalid', 'duplicate'],
})
