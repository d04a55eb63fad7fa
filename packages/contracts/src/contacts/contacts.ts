import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, jsonObject, timezone, version } from '../shared.ts'

/** How a contact came to be known. */
export const contactSources = ['chat', 'manual', 'import', 'api', 'form', 'integration', 'campaign'] as const
export type ContactSource = (typeof contactSources)[number]

export const contactCard = z.object({
  id,
  /** What to call them: given name, profile name, username, or the phone. */
  displayName: z.string(),
  name: z.string().nullable(),
  profileName: z.string().nullable(),
  /** `+` and digits, masked without the ability `contacts.pii`; null for people known only by an id of WhatsApp. */
  phone: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  /** Values of the company's own fields by key; sensitive ones are masked without the ability `contacts.pii`. */
  attributes: jsonObject,
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  /** Whether marketing may be sent to them. */
  marketing: z.enum(['unknown', 'granted', 'denied']),
  /** How they are known on WhatsApp; phones masked like `phone`. */
  identities: z.array(z.object({ kind: z.enum(['phone', 'bsuid', 'username']), value: z.string() })),
  createdAt: instant,
  /** Raised by every edit; a change names the one that it was made on. */
  version: z.number().int(),
})
export type ContactCard = z.infer<typeof contactCard>

export const getContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id',
  can: 'contacts.view',
  summary: 'One contact',
  params: idParams,
  response: contactCard,
})

/** Most tags of one contact. */
export const tagsOfContact = 50

const email = z.union([z.literal(''), z.email().max(254)]).nullable()

export const createContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts',
  can: 'contacts.edit',
  summary:
    'Makes a contact, or answers the one that has the phone; that one gets a name or e-mail only where it has none',
  body: z.object({
    /** Without a plus sign it is one of the company's country. */
    phone: z.string().trim().min(6).max(30),
    name: z.string().trim().max(120).nullable().optional(),
    email: email.optional(),
    /** Added to those it has. */
    tags: z.array(filledText(40)).max(tagsOfContact).optional(),
    /** Takes whoever has the phone out of the bin; without it they are refused, with `contactId`. */
    restore: z.boolean().optional(),
  }),
  response: z.object({ contact: contactCard, created: z.boolean() }),
  status: 201,
  errors: ['contact_suppressed', 'contact_in_bin'],
})

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/api/v1/contacts/:id',
  can: 'contacts.edit',
  summary: 'Changes what the team wrote about a contact; `conflict` comes with the contact as it is now',
  params: idParams,
  body: z.object({
    /** The one that was read. */
    version,
    name: z.string().trim().max(120).nullable().optional(),
    email: email.optional(),
    notes: z.string().max(10_000).nullable().optional(),
    tags: z.array(filledText(40)).max(tagsOfContact).optional(),
    /** Fields to change, by key; null empties one. What they take is in the company's contact attributes. */
    attributes: z.record(z.string().max(40), z.unknown()).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/)
      .nullable()
      .optional(),
    timezone: timezone.nullable().optional(),
    /** What they said about marketing, noted by hand. */
    marketing: z.enum(['granted', 'denied']).optional(),
  }),
  response: contactCard,
  errors: ['conflict'],
})

// Finding contacts that are the same person, and making one of them.

export const duplicateReasons = ['phone', 'email', 'document', 'external', 'name'] as const

/** Fields of which the one that stays has only one: whose value it is. Left out: its own, or the other's where it has none. */
export const mergeFields = ['name', 'phone', 'email', 'notes', 'language', 'timezone'] as const
export const mergeSides = ['survivor', 'other'] as const

const choices = z.object(
  Object.fromEntries(mergeFields.map((field) => [field, z.enum(mergeSides).optional()])) as Record<
    (typeof mergeFields)[number],
    z.ZodOptional<z.ZodEnum<{ survivor: 'survivor'; other: 'other' }>>
  >,
)
/** Days in which a merge can be undone. */
export const mergeUndoDays = 30

export const contactMerge = z.object({
  id,
  mergedId: id,
  mergedName: z.string(),
  createdAt: instant,
  undoUntil: instant,
})
export type ContactMerge = z.infer<typeof contactMerge>

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/duplicates',
  can: 'contacts.view',
  summary: 'Contacts that may be the same person: by a phone, the e-mail, or the name',
  params: idParams,
  response: z.object({
    data: z.array(z.object({ contact: contactCard, reasons: z.array(z.enum(duplicateReasons)) })),
  }),
})

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/merge-preview',
  can: 'contacts.edit',
  summary: 'What a merge would bring together',
  params: idParams,
  query: z.object({ otherId: id }),
  response: z.object({
    survivor: contactCard,
    other: contactCard,
    /** Whose value it would be for each field where both have one and they differ. */
    conflicts: z.array(z.enum(mergeFields)),
    conversations: z.number().int(),
    identities: z.number().int(),
    /** Whether marketing may be sent afterwards: a no of either holds. */
    marketing: z.enum(['unknown', 'granted', 'denied']),
  }),
})

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/merges',
  can: 'contacts.edit',
  summary: 'Makes one contact of two; the other one leads to this one from then on',
  params: idParams,
  body: z.object({ otherId: id, fields: choices.prefault({}) }),
  response: z.object({ merge: contactMerge, contact: contactCard }),
  status: 201,
})

export const listMerges = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/merges',
  can: 'contacts.view',
  summary: 'Merges into the contact that can be undone, newest first',
  params: idParams,
  response: z.object({ data: z.array(contactMerge) }),
})

export const undoMerge = endpoint({
  method: 'DELETE',
  path: '/api/v1/contacts/:id/merges/:mergeId',
  can: 'contacts.edit',
  summary: 'Parts two contacts again, within 30 days; what came since stays with the number that it came from',
  params: z.object({ id, mergeId: id }),
  response: null,
  errors: ['state_invalid'],
})
