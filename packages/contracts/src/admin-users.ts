import { z } from 'zod'
import { userRoles } from './abilities.ts'
import { adminUser, supportProfile } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { bulkOutcome, bulkSelection } from './lists.ts'
import { email, id, idParams, instant, locales, personName } from './shared.ts'
import { task } from './tasks.ts'

const reason = z.string().trim().min(3).max(300)

export const userBulkActions = ['suspend', 'reactivate', 'role', 'revoke_sessions'] as const

/** A change of several people. Nobody becomes an admin by it: that needs a second admin. */
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
  summary:
    'Ask a second admin to let somebody be one; with no other admin there is nobody to ask, and it holds at once',
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
