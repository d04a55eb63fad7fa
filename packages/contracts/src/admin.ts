import { z } from 'zod'
import { accessBlocks, memberRoles, userRoles } from './abilities.ts'
import { companyStatuses } from './companies.ts'
import { endpoint } from './endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from './lists.ts'
import { email, id, idParams, instant, locales, pageOf, pageQuery, personName, timezone } from './shared.ts'

const person = z.object({ id, name: z.string(), email: z.string() })
const reason = z.string().trim().min(3).max(300)

/** Why a block holds or does not: the plan, or an override and its reason. */
export const blockState = z.object({
  block: z.enum(accessBlocks),
  effective: z.boolean(),
  plan: z.boolean(),
  override: z
    .object({
      effect: z.enum(['grant', 'revoke']),
      reason: z.string(),
      author: z.string().nullable(),
      expiresAt: instant.nullable(),
      createdAt: instant,
    })
    .nullable(),
})
export type BlockState = z.infer<typeof blockState>

/** Messages of a company are counted up to so many in lists. */
export const messageCountCap = 10_000

export const adminCompany = z.object({
  id,
  name: z.string(),
  taxId: z.string().nullable(),
  owner: person.nullable(),
  status: z.enum(companyStatuses),
  statusReason: z.string().nullable(),
  deletionAt: instant.nullable(),
  trialEndsAt: instant.nullable(),
  members: z.number().int(),
  channels: z.number().int(),
  /** In and out in the last 30 days; `messageCountCap` stands for that many or more. */
  messages30d: z.number().int(),
  tags: z.array(z.string()),
  /** Who of the platform looks after it. */
  manager: z.object({ id, name: z.string() }).nullable(),
  /** The worst quality rating of its connected numbers. */
  qualityWorst: z.string().nullable(),
  access_blocks: z.array(z.string()),
  createdAt: instant,
  lastActivityAt: instant.nullable(),
})
export type AdminCompany = z.infer<typeof adminCompany>

export const companyFilter = z.object({
  search: z.string().trim().max(120).optional(),
  status: z.enum(companyStatuses).optional(),
  block: z.enum(accessBlocks).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED']).optional(),
  channels: z.enum(['none', 'some']).optional(),
  tag: z.string().trim().max(30).optional(),
  /** Who looks after it, or `none`. */
  manager: z.union([id, z.literal('none')]).optional(),
  createdFrom: z.iso.date().optional(),
  createdTo: z.iso.date().optional(),
  /** No message for this many days. */
  quietDays: z.coerce.number().int().min(1).max(3650).optional(),
  leastMembers: z.coerce.number().int().min(1).max(100_000).optional(),
})

export const listAllCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/admin/companies',
  can: 'admin.platform',
  summary: 'Every company, newest first; searched by name, tax id, e-mail of a member, phone or WhatsApp account id',
  query: pageQuery.extend({ ...companyFilter.shape, ...countQuery.shape }),
  response: pageOf(adminCompany),
})

export const adminCompanyDetail = adminCompany.extend({
  country: z.string(),
  timezone: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  people: z.array(person.extend({ role: z.enum(memberRoles), status: z.string(), lastSeenAt: instant.nullable() })),
  numbers: z.array(
    z.object({
      id,
      name: z.string(),
      phone: z.string(),
      status: z.string(),
      quality: z.string().nullable(),
      lastEventAt: instant.nullable(),
    }),
  ),
  usage: z.object({ messagesIn: z.number().int(), messagesOut: z.number().int(), capped: z.boolean() }),
  errors: z.array(z.object({ code: z.string(), count: z.number().int(), lastAt: instant })),
  blocks: z.array(blockState),
  notes: z.array(z.object({ id, body: z.string(), author: z.string().nullable(), createdAt: instant })),
  /** Of the manager and the tags. */
  careVersion: z.number().int(),
})

export const getAdminCompany = endpoint({
  method: 'GET',
  path: '/api/v1/admin/companies/:id',
  can: 'admin.platform',
  summary: 'All about one company: people, numbers, use of 30 days, errors of 24 hours, access, notes',
  params: idParams,
  response: adminCompanyDetail,
})

export const suspendCompany = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/:id/suspend',
  can: 'admin.platform',
  summary: 'Make a company read-only and stop what it sends; what it receives is kept',
  params: idParams,
  body: z.object({ reason, notify: z.boolean().default(true) }),
  response: adminCompany,
  errors: ['state_invalid'],
})

export const reactivateCompany = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/:id/reactivate',
  can: 'admin.platform',
  summary: 'Let a suspended company work again, or call off its deletion',
  params: idParams,
  body: z.object({ reason, notify: z.boolean().default(true) }),
  response: adminCompany,
  errors: ['state_invalid'],
})

export const scheduleCompanyDeletion = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/:id/schedule-deletion',
  can: 'admin.platform',
  summary: 'Delete a company in 30 days; until then it is read-only and can be brought back',
  params: idParams,
  body: z.object({ reason, notify: z.boolean().default(true) }),
  response: adminCompany,
  errors: ['state_invalid'],
})

export const extendTrial = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/:id/extend-trial',
  can: 'admin.platform',
  summary: 'Let the trial of a company last longer',
  params: idParams,
  body: z.object({ days: z.number().int().min(1).max(180) }),
  response: adminCompany,
  errors: ['state_invalid'],
})

export const addCompanyNote = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/:id/notes',
  can: 'admin.platform',
  summary: 'Note something about a company that its people do not see',
  params: idParams,
  body: z.object({ body: z.string().trim().min(1).max(4000) }),
  response: z.object({ id }),
  status: 201,
})

export const removeCompanyNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/companies/:id/notes/:noteId',
  can: 'admin.platform',
  summary: 'Remove a note',
  params: z.object({ id, noteId: id }),
  response: null,
})

export const accessFilter = z.object({
  search: z.string().trim().max(120).optional(),
  block: z.enum(accessBlocks).optional(),
  overridden: z.enum(['yes']).optional(),
})

export const listCompanyAccess = endpoint({
  method: 'GET',
  path: '/api/v1/admin/company-access',
  can: 'admin.platform',
  summary: 'Companies with their access blocks and where each comes from, by name',
  query: pageQuery.extend({ ...accessFilter.shape, ...countQuery.shape }),
  response: pageOf(z.object({ id, name: z.string(), status: z.enum(companyStatuses), blocks: z.array(blockState) })),
})

/** Most cells of the matrix that one save changes. */
export const accessChangeLimit = 500

export const accessChange = z.object({
  companyId: id,
  block: z.enum(accessBlocks),
  /** `clear` ends the override, so that the plan decides again. */
  effect: z.enum(['grant', 'revoke', 'clear']),
})
export type AccessChange = z.infer<typeof accessChange>

/** How a change would turn out, and what it reaches. */
const accessOutcome = z.object({
  companyId: id,
  name: z.string(),
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  channels: z.number().int(),
  openConversations: z.number().int(),
})

const accessBody = z.object({ changes: z.array(accessChange).min(1).max(accessChangeLimit) })
const accessBulkBody = z.object({
  selection: bulkSelection,
  block: z.enum(accessBlocks),
  effect: z.enum(['grant', 'revoke', 'clear']),
})

export const previewAccess = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access/preview',
  can: 'admin.platform',
  summary: 'What changes of access would do, without doing them',
  body: accessBody,
  response: z.object({ data: z.array(accessOutcome) }),
})

export const changeAccess = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access',
  can: 'admin.platform',
  summary: 'Grant blocks to companies, take them away, or leave them to their plans again',
  body: accessBody.extend({ reason, expiresAt: instant.nullable().default(null) }),
  response: z.object({ data: z.array(accessOutcome) }),
})

export const previewAccessOfMany = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access/bulk/preview',
  can: 'admin.platform',
  summary: 'What one change of access would do to a selection of companies, in figures',
  body: accessBulkBody,
  response: z.object({
    companies: z.number().int(),
    gaining: z.number().int(),
    losing: z.number().int(),
    channels: z.number().int(),
    openConversations: z.number().int(),
    /** The first of those for whom something changes. */
    names: z.array(z.string()),
  }),
  errors: ['conflict'],
})

export const changeAccessOfMany = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access/bulk',
  can: 'admin.platform',
  summary: 'Grant one block to a selection of companies, take it away, or leave it to their plans again',
  body: accessBulkBody.extend({ reason, expiresAt: instant.nullable().default(null) }),
  response: bulkOutcome,
  errors: ['conflict'],
})

export const accessHistoryFilter = z.object({ company: id.optional(), block: z.enum(accessBlocks).optional() })

export const listAccessHistory = endpoint({
  method: 'GET',
  path: '/api/v1/admin/company-access/history',
  can: 'admin.platform',
  summary: 'Overrides of access, newest first, ended ones included',
  query: pageQuery.extend(accessHistoryFilter.shape),
  response: pageOf(
    z.object({
      id,
      company: z.object({ id, name: z.string() }),
      block: z.string(),
      effect: z.enum(['grant', 'revoke']),
      reason: z.string(),
      author: z.string().nullable(),
      createdAt: instant,
      expiresAt: instant.nullable(),
      endedAt: instant.nullable(),
      endedAs: z.enum(['replaced', 'cleared', 'expired']).nullable(),
    }),
  ),
})

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What somebody of the support staff can take on. */
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
  errors: ['last_admin', 'self_refused', 'approval_required'],
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
