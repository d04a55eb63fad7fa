import { z } from 'zod'
import { accessBlocks, memberRoles } from '../abilities.ts'
import { companyStatuses } from '../companies/companies.ts'
import { blockState } from '../companies/company-access.ts'
import { endpoint } from '../endpoint.ts'
import { countQuery } from '../shared/lists.ts'
import { filledText, id, idParams, instant, pageOf, pageQuery } from '../shared.ts'
import { numberAtAGlance } from './support.ts'

const person = z.object({ id, name: z.string(), email: z.string() })
const reason = z.string().trim().min(3).max(300)

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
  /** A message in the last 24 hours. */
  active: z.enum(['yes']).optional(),
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
  numbers: z.array(numberAtAGlance),
  usage: z.object({ messagesIn: z.number().int(), messagesOut: z.number().int(), capped: z.boolean() }),
  errors: z.array(z.object({ code: z.string(), count: z.number().int(), lastAt: instant })),
  blocks: z.array(blockState),
  notes: z.array(z.object({ id, body: z.string(), author: z.string().nullable(), createdAt: instant })),
  /** Whether it asks anything of how its members sign in. */
  signInRules: z.boolean(),
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

export const resetSignInRules = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/:id/reset-sign-in-rules',
  can: 'admin.platform',
  summary: 'Undo what a company asks of how its members sign in, when it has locked out its own admins; they are told',
  params: idParams,
  body: z.object({ reason }),
  response: adminCompany,
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
  body: z.object({ body: filledText(4000) }),
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
