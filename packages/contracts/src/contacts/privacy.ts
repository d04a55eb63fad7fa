import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { exportFormats } from '../shared/tasks.ts'
import { filledText, id, idParams, instant, pageOf, pageQuery, person } from '../shared.ts'

/** What people may ask (LGPD art. 18, GDPR art. 15 to 21). */
export const privacyRequestKinds = ['access', 'export', 'correction', 'erasure', 'objection', 'revocation'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

/** Whose data was concerned between two days of the company, both included. */
export const affectedFilter = z.object({ from: z.iso.date(), to: z.iso.date() })
export type AffectedFilter = z.infer<typeof affectedFilter>
/** How they are asked for: the days, and as what the file is written. */
export const affectedChoice = affectedFilter.extend({ format: z.enum(exportFormats) })
export type AffectedChoice = z.infer<typeof affectedChoice>

/** Business days in which the authority and the people concerned are told of an incident (ANPD, Res. 15/2024, art. 6 and 9). */
export const incidentBusinessDays = 3

export const privacyRequestStates = ['received', 'verified', 'in_progress', 'done', 'refused'] as const
export type PrivacyRequestState = (typeof privacyRequestStates)[number]

/** How a request came in. */
export const privacyIntakes = ['agent', 'email', 'whatsapp', 'api'] as const

/** By which law its due date is set. */
export const privacyLaws = ['lgpd', 'gdpr'] as const

// Erasing people.

/** Days after which a contact in the bin is erased. */
export const binDays = 30

/** What is forgotten: everything, or all but that something was there, so that figures stay. */
export const erasureModes = ['anonymise', 'delete'] as const
export type ErasureMode = (typeof erasureModes)[number]
export const erasureStates = ['running', 'done'] as const

export const erasure = z.object({
  id,
  contactId: id,
  mode: z.enum(erasureModes),
  state: z.enum(erasureStates),
  /** How much went, by what it was. */
  counts: z.record(z.string(), z.number().int()),
  by: person.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Whether there is a certificate, a PDF without names. */
  certified: z.boolean(),
})
export type Erasure = z.infer<typeof erasure>

/** What an erasure takes, in the order in which it is shown. */
export const erasureParts = ['conversations', 'messages', 'files', 'notes', 'events', 'consents'] as const

export const previewErasure = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/erase-preview',
  can: 'contacts.erase',
  summary: 'What erasing a contact would take, and what stands against it',
  params: idParams,
  response: z.object({
    /** What has to be typed to confirm. */
    name: z.string(),
    legalHold: z.string().nullable(),
    counts: z.record(z.enum(erasureParts), z.number().int()),
  }),
})

export const eraseContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/erase',
  can: 'contacts.erase',
  summary: 'Erases a contact permanently; they can be neither added nor messaged again',
  params: idParams,
  body: z.object({
    mode: z.enum(erasureModes),
    /** The name of the contact as it is shown, typed again. */
    confirm: z.string().max(200),
    requestId: id.optional(),
  }),
  response: erasure,
  status: 202,
  errors: ['contact_on_legal_hold', 'state_invalid'],
})

export const getErasure = endpoint({
  method: 'GET',
  path: '/api/v1/erasures/:id',
  can: 'contacts.erase',
  summary: 'How far an erasure is, with its certificate once it is done',
  params: idParams,
  response: erasure,
})

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/v1/erasures',
  can: 'contacts.erase',
  summary: 'Erasures that members asked for, newest first',
  query: pageQuery.extend({ contactId: id.optional() }),
  response: pageOf(erasure),
})

export const openCertificate = endpoint({
  method: 'POST',
  path: '/api/v1/erasures/:id/certificate',
  can: 'contacts.erase',
  summary: 'A short-lived address of the certificate of an erasure; the audit log has who asked for it',
  params: idParams,
  response: z.object({ url: z.string() }),
})

export const setLegalHold = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/legal-hold',
  can: 'privacy.manage',
  summary: 'Keeps a contact from being erased, with the reason, or no longer',
  params: idParams,
  body: z.object({ reason: filledText(500).nullable() }),
  response: z.object({ reason: z.string().nullable() }),
})

// Who must not be taken in nor written to.

export const suppressionKinds = ['phone', 'email', 'bsuid'] as const
export const suppressionReasons = ['erased', 'opt_out', 'complaint'] as const

export const countSuppressions = endpoint({
  method: 'GET',
  path: '/api/v1/suppressions',
  can: 'privacy.manage',
  summary: 'How many are suppressed; who they are cannot be told',
  response: z.object({
    data: z.array(
      z.object({ kind: z.enum(suppressionKinds), reason: z.enum(suppressionReasons), count: z.number().int() }),
    ),
  }),
})

const suppressed = z.object({
  suppressed: z.boolean(),
  reason: z.enum(suppressionReasons).nullable(),
  since: instant.nullable(),
})
/** A phone number in any notation, or an e-mail address. */
const whom = z.object({ value: filledText(254) })

export const checkSuppression = endpoint({
  method: 'POST',
  path: '/api/v1/suppressions/check',
  can: 'privacy.manage',
  summary: 'Whether a phone number or an e-mail address is suppressed',
  body: whom,
  response: suppressed,
})

export const addSuppression = endpoint({
  method: 'POST',
  path: '/api/v1/suppressions',
  can: 'privacy.manage',
  summary: 'Stops every message to a phone number or an e-mail address, whether or not it belongs to a contact',
  body: whom.extend({ reason: z.enum(['opt_out', 'complaint']) }),
  response: suppressed,
  status: 201,
})

export const liftContactSuppression = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/suppression/lift',
  can: 'privacy.manage',
  summary: 'Takes every number and address of a contact off the suppression list, with the reason',
  params: idParams,
  body: z.object({ reason: filledText(500) }),
  response: suppressed,
})

export const liftSuppression = endpoint({
  method: 'POST',
  path: '/api/v1/suppressions/lift',
  can: 'privacy.manage',
  summary: 'Takes a person who asked for it off the suppression list, with the reason',
  body: whom.extend({ reason: filledText(500) }),
  response: suppressed,
})
