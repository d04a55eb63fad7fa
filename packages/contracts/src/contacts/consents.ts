import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, person } from '../shared.ts'
import { suppressionReasons } from './privacy.ts'

/** By what people are written to. */
export const consentMedia = ['whatsapp', 'email', 'sms'] as const
export type ConsentMedium = (typeof consentMedia)[number]

/** What for. */
export const consentPurposes = ['marketing', 'utility', 'ai_processing'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** `withdrawn`: a yes that was taken back; it holds like a no. */
export const saidConsentStates = ['granted', 'denied', 'withdrawn'] as const
/** `pending`: a yes that the person is asked to confirm. It counts for nothing. */
export const consentStates = [...saidConsentStates, 'pending'] as const
export type ConsentState = (typeof consentStates)[number]

/** How it became known. */
export const consentSources = [
  'keyword',
  'button',
  'whatsapp',
  'provider_error',
  'manual',
  'paper',
  'form',
  'agent',
  'api',
  'import',
  'merge',
] as const
export type ConsentSource = (typeof consentSources)[number]

/** What the person said themselves, on WhatsApp; the others were noted by a member. */
export const ownConsentSources = ['keyword', 'button', 'whatsapp'] as const satisfies readonly ConsentSource[]
/** By these a person stops a number in WhatsApp itself; only they can end that. */
export const metaStopSources = ['whatsapp', 'provider_error'] as const satisfies readonly ConsentSource[]
/** How a member may have learned of it. */
export const notedConsentSources = ['manual', 'paper', 'form'] as const satisfies readonly ConsentSource[]

/** What the words come to. Without one, and once a yes has expired, it is unknown, which is no yes. */
export const consentVerdicts = ['granted', 'denied', 'unknown'] as const
export type ConsentVerdict = (typeof consentVerdicts)[number]

export const consentRecord = z.object({
  id,
  medium: z.enum(consentMedia),
  purpose: z.enum(consentPurposes),
  state: z.enum(consentStates),
  source: z.enum(consentSources),
  /** Null: for every number of the company. */
  channel: z.object({ id, name: z.string() }).nullable(),
  /** Which wording they agreed to. */
  textVersion: z.string().nullable(),
  /** The words they wrote, what was noted, and where it can be seen. */
  evidence: z.object({
    words: z.string().nullable(),
    note: z.string().nullable(),
    url: z.string().nullable(),
  }),
  /** Who noted it; null for what the person said themselves. */
  notedBy: person.nullable(),
  at: instant,
  expiresAt: instant.nullable(),
})
export type ConsentRecord = z.infer<typeof consentRecord>

export const consentSummary = z.object({
  medium: z.enum(consentMedia),
  purpose: z.enum(consentPurposes),
  state: z.enum(consentVerdicts),
  /** The record that decides for all numbers; null without one. A yes that has expired decides nothing. */
  recordId: id.nullable(),
  /** Numbers for which something else was said. `stoppedByPerson`: in WhatsApp itself, and only they can end it. */
  numbers: z.array(
    z.object({
      id,
      name: z.string(),
      state: z.enum(consentVerdicts),
      stoppedByPerson: z.boolean(),
      recordId: id,
    }),
  ),
})
export type ConsentSummary = z.infer<typeof consentSummary>

export const contactConsents = z.object({
  /** What holds now, for each medium and purpose of which anything is known. */
  effective: z.array(consentSummary),
  /** Every word, newest first. */
  data: z.array(consentRecord),
  /** A yes to marketing on WhatsApp that they have not confirmed yet; null without one. */
  pending: z.object({ since: instant, expiresAt: instant }).nullable(),
  /** Why the company must not write to them at all, whatever they said; null when it may. */
  suppression: z.object({ reason: z.enum(suppressionReasons), since: instant }).nullable(),
})
export type ContactConsents = z.infer<typeof contactConsents>

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/consents',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'What a contact said to being written to: what holds now, and every word, newest first',
  params: idParams,
  response: contactConsents,
})

/** Fields of a consent that a member notes. */
export const consentBody = z.object({
  medium: z.enum(consentMedia).default('whatsapp'),
  purpose: z.enum(consentPurposes).default('marketing'),
  state: z.enum(saidConsentStates),
  source: z.enum(notedConsentSources).default('manual'),
  /** Absent: for every number of the company. */
  channelId: id.optional(),
  textVersion: filledText(120).optional(),
  /** Why it is believed: who was there, where the paper lies. */
  note: filledText(2000).optional(),
  /** Where it can be seen. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  /** When they said it; not later than now. */
  at: instant.optional(),
  expiresAt: instant.optional(),
  /**
   * Of a yes to marketing on WhatsApp: it counts once the person confirms it there. Absent: where the company has that set
   * up, for what came by a form.
   */
  confirm: z.boolean().optional(),
})

export const addConsent = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/consents',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Notes what a contact said to being written to, with what proves it',
  params: idParams,
  body: consentBody,
  response: contactConsents,
  status: 201,
  errors: ['consent_stopped_by_person', 'state_invalid'],
})
