import { z } from 'zod'
import { memberRoles, userRoles } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { task } from '../shared/tasks.ts'
import { email, id, idParams, instant, locales, pageOf, pageQuery, personName, timezone } from '../shared.ts'

const reason = z.string().trim().min(3).max(300)

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What a support user can take on. */
export const supportProfile = z.object({
  languages: z.array(z.string().trim().min(2).max(20)).max(10),
  skills: z.array(z.string().trim().toLowerCase().min(1).max(40)).max(20),
  /** Open tickets at once; null for no limit. */
  ticketCapacity: z.number().int().min(0).max(500).nullable(),
  shift: z
    .object({
      /** 0 is Sunday. */
      days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
      from: clock,
      to: clock,
      timezone,
    })
    .nullable(),
})
export type SupportProfile = z.infer<typeof supportProfile>

export const userStatuses = ['new', 'active', 'suspended', 'deleted'] as const

export const adminUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  role: z.enum(userRoles),
  status: z.enum(userStatuses),
  waOperator: z.boolean(),
  twoFactor: z.boolean(),
  locale: z.enum(locales),
  companies: z.array(z.object({ id, name: z.string(), role: z.enum(memberRoles) })),
  /** `password` and the providers they can sign in with. */
  signInMethods: z.array(z.string()),
  /** Until when support staff may enter as this person. */
  supportConsentUntil: instant.nullable(),
  /** When the account goes, where its deletion is planned. */
  deletionAt: instant.nullable(),
  /** Of the support staff alone. */
  staff: supportProfile.nullable(),
  lastSeenAt: instant.nullable(),
  createdAt: instant,
})
export type AdminUser = z.infer<typeof adminUser>

export const userFilter = z.object({
  search: z.string().trim().max(120).optional(),
  status: z.enum(userStatuses).optional(),
  company: id.optional(),
  /** Role in one of their companies. */
  memberRole: z.enum(memberRoles).optional(),
  twoFactor: z.enum(['off', 'on']).optional(),
  signIn: z.enum(['password', 'google', 'github', 'none']).optional(),
  language: z.string().trim().max(20).optional(),
  skill: z.string().trim().max(40).optional(),
  /** Not seen for this many days. */
  inactiveDays: z.coerce.number().int().min(1).max(3650).optional(),
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/admin/users',
  can: 'admin.platform',
  summary: 'People of one platform role, newest first',
  query: pageQuery.extend({ role: z.enum(userRoles), ...userFilter.shape, ...countQuery.shape }),
  response: pageOf(adminUser),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/v1/admin/users/:id',
  can: 'admin.platform',
  summary: 'One person',
  params: idParams,
  response: adminUser,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users',
  can: 'admin.platform',
  summary: 'Create an account and mail a link to set its password; a customer joins a company with it',
  body: z.object({
    name: personName,
    email,
    role: z.enum(['customer', 'support']),
    locale: z.enum(locales).default('en'),
    staff: supportProfile.nullable().default(null),
    company: z
      .object({ id, role: z.enum(memberRoles) })
      .nullable()
      .default(null),
  }),
  response: adminUser,
  status: 201,
  errors: ['duplicate'],
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/v1/admin/users/:id',
  can: 'admin.platform',
  summary: 'Change a person; a change of role ends their sessions, and a second admin has to agree to another admin',
  params: idParams,
  body: z
    .object({ name: personName, role: z.enum(userRoles), waOperator: z.boolean(), locale: z.enum(locales) })
    .partial(),
  response: adminUser,
  errors: ['last_admin', 'self_refused', 'approval_required', 'two_admins_required'],
})

export const setUserStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/users/:id/status',
  can: 'admin.platform',
  summary: 'Suspend a person, which ends their sessions, or let them in again',
  params: idParams,
  body: z.object({ status: z.enum(['active', 'suspended']), reason }),
  response: adminUser,
  errors: ['last_admin', 'self_refused', 'state_invalid'],
})

export const verifyUserEmail = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/verify-email',
  can: 'admin.platform',
  summary: 'Take the address of a person as proven',
  params: idParams,
  response: adminUser,
})

export const mailPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/reset-password',
  can: 'admin.platform',
  summary: 'Mail a person a link to set a new password',
  params: idParams,
  response: null,
  errors: ['state_invalid'],
})

export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/reset-two-factor',
  can: 'admin.platform',
  summary: 'Switch off the second factor of a person who lost it; ends their sessions',
  params: idParams,
  body: z.object({ reason: z.string().trim().min(10).max(300) }),
  response: adminUser,
  errors: ['state_invalid', 'self_refused'],
})

export const revokeUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/users/:id/sessions',
  can: 'admin.platform',
  summary: 'End every session of a person',
  params: idParams,
  response: z.object({ ended: z.number().int() }),
})

export const userBulkActions = ['suspend', 'reactivate', 'role', 'revoke_sessions'] as const

/** A change of several people. No one becomes an admin by it: that needs a second admin. */
export const userBulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('suspend'), reason }),
  z.object({ action: z.literal('reactivate'), reason }),
  z.object({ action: z.literal('role'), role: z.enum(['customer', 'support']), reason }),
  z.object({ action: z.literal('revoke_sessions') }),
])
export type UserBulkChange = z.infer<typeof userBulkChange>

export const changeUsers = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/bulk',
  can: 'admin.platform',
  summary: 'Suspend people, let them in again, change their role or end their sessions',
  notImpersonated: true,
  body: z.object({ role: z.enum(userRoles), selection: bulkSelection, change: userBulkChange }),
  response: bulkOutcome,
  errors: ['conflict'],
})

export const setSupportProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/users/:id/support-profile',
  can: 'admin.platform',
  summary: 'Say what somebody of the support staff can take on',
  params: idParams,
  body: supportProfile,
  response: adminUser,
  errors: ['state_invalid'],
})

export const previewUserMerge = endpoint({
  method: 'GET',
  path: '/api/v1/admin/users/:id/merge',
  can: 'admin.platform',
  summary: 'What merging another account of the same person into this one would bring',
  params: idParams,
  query: z.object({ otherId: id }),
  response: z.object({
    kept: adminUser,
    merged: adminUser,
    /** Companies that the kept account joins, and those where its role rises. */
    joins: z.array(z.object({ id, name: z.string() })),
    rises: z.array(z.object({ id, name: z.string() })),
    openConversations: z.number().int(),
  }),
  errors: ['self_refused', 'state_invalid'],
})

export const mergeUsers = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/merge',
  can: 'admin.platform',
  summary: 'Merge another account of the same person into this one; the other is gone afterwards',
  notImpersonated: true,
  params: idParams,
  body: z.object({ otherId: id, reason: z.string().trim().min(10).max(300) }),
  response: adminUser,
  errors: ['self_refused', 'state_invalid'],
})

export const exportUserData = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/data-export',
  can: 'admin.platform',
  summary: 'Write what is known of a person as a file, in the background',
  notImpersonated: true,
  params: idParams,
  response: task,
  status: 202,
})

export const deleteUser = endpoint({
  method: 'POST',
  path: '/api/v1/admin/users/:id/deletion',
  can: 'admin.platform',
  summary: 'Delete an account in 30 days: its sessions end at once, and letting the person in again calls it off',
  notImpersonated: true,
  params: idParams,
  body: z.object({ reason: z.string().trim().min(10).max(300) }),
  response: adminUser,
  errors: ['last_admin', 'self_refused', 'state_invalid'],
})

/** Hours for which a request waits for a second admin. */
export const adminRequestHours = 72

export const adminRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** The account that is to become an admin; null for one that is made with the approval. */
  userId: id.nullable(),
  reason: z.string(),
  requestedBy: z.object({ id, name: z.string() }),
  createdAt: instant,
  expiresAt: instant,
  decision: z.enum(['approved', 'refused', 'withdrawn', 'expired']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
})
export type AdminRequest = z.infer<typeof adminRequest>

export const listAdminRequests = endpoint({
  method: 'GET',
  path: '/api/v1/admin/admin-requests',
  can: 'admin.platform',
  summary: 'Requests for admins: those that wait, and the last that were decided',
  response: z.object({ data: z.array(adminRequest) }),
})

export const requestAdmin = endpoint({
  method: 'POST',
  path: '/api/v1/admin/admin-requests',
  can: 'admin.platform',
  summary: 'Ask a second admin to grant a user the admin role; without another admin it takes effect at once',
  notImpersonated: true,
  body: z.object({
    name: personName,
    email,
    locale: z.enum(locales).default('en'),
    reason: z.string().trim().min(10).max(300),
  }),
  response: adminRequest,
  status: 201,
  errors: ['own_two_factor_required', 'duplicate', 'state_invalid'],
})

export const decideAdminRequest = endpoint({
  method: 'POST',
  path: '/api/v1/admin/admin-requests/:id/decision',
  can: 'admin.platform',
  summary: 'Approve or refuse the request of another admin, or withdraw one of mine',
  notImpersonated: true,
  params: idParams,
  body: z.object({ decision: z.enum(['approved', 'refused', 'withdrawn']) }),
  response: adminRequest,
  errors: ['own_two_factor_required', 'self_refused', 'state_invalid'],
})
