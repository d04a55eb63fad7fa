import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { task } from '../shared/tasks.ts'
import { filledText, id, idParams, instant, pageOf, pageQuery, person, version } from '../shared.ts'
import { privacyIntakes, privacyLaws, privacyRequestKinds, privacyRequestStates } from './privacy.ts'

/** Days before it is due in which a request counts as due soon, and after which its people are reminded. */
export const dueSoonDays = 3
/** Minutes for which a code that was sent can be entered. */
export const privacyCodeMinutes = 30

/** `code`: they entered the code that was sent to their number. `manual`: a member checked in another way. */
const verificationMethods = ['code', 'manual'] as const

export const privacyRequest = z.object({
  id,
  /** Null once the contact is erased. */
  contact: z.object({ id, displayName: z.string(), phone: z.string().nullable() }).nullable(),
  kind: z.enum(privacyRequestKinds),
  state: z.enum(privacyRequestStates),
  intake: z.enum(privacyIntakes),
  note: z.string(),
  law: z.enum(privacyLaws),
  dueAt: instant,
  owner: person.nullable(),
  /** How the identity of the person was checked; null until it is. */
  verification: z
    .object({ method: z.enum(verificationMethods), note: z.string(), at: instant, by: z.string().nullable() })
    .nullable(),
  /** Until when the code that was sent can be entered; null without one. */
  codeUntil: instant.nullable(),
  /** Why it was refused. */
  refusal: z.string().nullable(),
  /** The erasure that it asked for. */
  erasureId: id.nullable(),
  closedAt: instant.nullable(),
  createdAt: instant,
  version,
})
export type PrivacyRequest = z.infer<typeof privacyRequest>

/** `due`: open and due within days, or overdue. */
export const privacyViews = ['open', 'due', 'closed', 'all'] as const
export type PrivacyView = (typeof privacyViews)[number]

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/api/v1/privacy-requests',
  can: 'contacts.view',
  summary: 'Requests of people about their data: open ones by due date, closed ones newest first',
  query: pageQuery.extend({
    view: z.enum(privacyViews).default('open'),
    kind: z.enum(privacyRequestKinds).optional(),
    contactId: id.optional(),
  }),
  response: pageOf(privacyRequest),
})

export const countPrivacyRequests = endpoint({
  method: 'GET',
  path: '/api/v1/privacy-requests/counts',
  can: 'contacts.view',
  summary: 'How many requests are open, due soon and overdue',
  response: z.object({ open: z.number().int(), due: z.number().int(), overdue: z.number().int() }),
})

export const getPrivacyRequest = endpoint({
  method: 'GET',
  path: '/api/v1/privacy-requests/:id',
  can: 'contacts.view',
  summary: 'One privacy request',
  params: idParams,
  response: privacyRequest,
})

export const createPrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/v1/privacy-requests',
  can: 'contacts.edit',
  summary: 'Records what a contact asks about their data; the due date follows from the law',
  body: z.object({
    contactId: id,
    kind: z.enum(privacyRequestKinds),
    intake: z.enum(privacyIntakes).default('agent'),
    note: z.string().trim().max(2000).default(''),
    /** Absent: by the country of the company. */
    law: z.enum(privacyLaws).optional(),
  }),
  response: privacyRequest,
  status: 201,
  errors: ['limit_reached'],
})

export const updatePrivacyRequest = endpoint({
  method: 'PATCH',
  path: '/api/v1/privacy-requests/:id',
  can: 'privacy.manage',
  summary: 'Assigns, starts, finishes or refuses a request; work starts once the identity is verified',
  params: idParams,
  body: z
    .object({
      version,
      ownerId: id.nullable().optional(),
      note: z.string().trim().max(2000).optional(),
      state: z.enum(['in_progress', 'done', 'refused']).optional(),
      /** Required to refuse. */
      refusal: filledText(2000).optional(),
    })
    .refine(({ state, refusal }) => state !== 'refused' || refusal !== undefined, { path: ['refusal'] }),
  response: privacyRequest,
  errors: ['conflict', 'state_invalid'],
})

export const sendPrivacyCode = endpoint({
  method: 'POST',
  path: '/api/v1/privacy-requests/:id/code',
  can: 'privacy.manage',
  summary: 'Sends the person a code on WhatsApp, in the conversation whose 24-hour window is open or by a template',
  params: idParams,
  body: z.object({
    /** An approved authentication or utility template with one variable, which takes the code. */
    template: z.object({ channelId: id, name: z.string().max(512), language: z.string().max(20) }).optional(),
  }),
  response: privacyRequest,
  errors: ['state_invalid', 'window_closed', 'rate_limited', 'template_not_sendable', 'channel_not_sendable'],
})

export const verifyPrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/v1/privacy-requests/:id/verification',
  can: 'privacy.manage',
  summary: 'Confirms the identity of the person: by the code they were sent, or by how else it was checked',
  params: idParams,
  body: z.union([z.object({ code: z.string().regex(/^\d{6}$/) }), z.object({ note: filledText(500) })]),
  response: privacyRequest,
  errors: ['state_invalid'],
})

export const exportContactData = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/export',
  can: 'privacy.manage',
  summary: 'Starts an archive of everything kept about a contact: JSON, PDF and media',
  params: idParams,
  body: z.object({ requestId: id.optional() }),
  response: task,
  status: 202,
})
