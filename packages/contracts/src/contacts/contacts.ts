import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelColors } from '../inbox/labels.ts'
import { id, idParams, instant, jsonObject, person, version } from '../shared.ts'
import { consentMedia, consentPurposes } from './consents.ts'
import { contactAddress, contactLimits, contactValues } from './contact-values.ts'

/** How a contact came to be known. */
export const contactSources = ['chat', 'manual', 'import', 'api', 'form', 'integration', 'campaign'] as const
export type ContactSource = (typeof contactSources)[number]

/** What became of asking WhatsApp to block a contact. It only does for people who wrote within 24 hours. */
export const blockAnswers = ['asked', 'done', 'refused'] as const
export type BlockAnswer = (typeof blockAnswers)[number]

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
  /** All of each, `phone` and `email` first. */
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** What other systems call them. */
  externalIds: z.array(z.object({ source: z.string(), id: z.string() })),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  /** The same tags as they are shown. */
  tagBadges: z.array(z.object({ id, name: z.string(), color: z.enum(labelColors) })),
  organization: z.string().nullable(),
  jobTitle: z.string().nullable(),
  /** CPF or CNPJ with its punctuation; only its end without the ability `contacts.pii`. */
  document: z.string().nullable(),
  birthday: z.string().nullable(),
  /** Without the ability `contacts.pii`: city, state and country. */
  address: contactAddress.nullable(),
  lifecycle: z.string().nullable(),
  /** The member who looks after them. */
  owner: person.nullable(),
  source: z.enum(contactSources),
  /** Values of the company's own fields by key; sensitive ones are masked without the ability `contacts.pii`. */
  attributes: jsonObject,
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  /** Whether marketing may be sent to them. */
  marketing: z.enum(['unknown', 'granted', 'denied']),
  /** How they are known on WhatsApp; phones masked like `phone`. */
  identities: z.array(z.object({ kind: z.enum(['phone', 'bsuid', 'username']), value: z.string() })),
  lastInboundAt: instant.nullable(),
  lastOutboundAt: instant.nullable(),
  blocked: z.boolean(),
  /** Since when and why the company neither writes to them nor hears of what they write; null while it does. */
  block: z
    .object({
      reason: z.string(),
      since: instant,
      /** Whether WhatsApp stops their messages as well: `asked` until it answers, `refused` if it does not. */
      onWhatsapp: z.enum(blockAnswers),
    })
    .nullable(),
  /** Why nothing of them may be erased. */
  legalHold: z.string().nullable(),
  createdAt: instant,
  /** Since when they are in the bin, or erased. */
  deletedAt: instant.nullable(),
  erasedAt: instant.nullable(),
  /** Raised by every edit; a change names the one that it was made on. */
  version: z.number().int(),
})
export type ContactCard = z.infer<typeof contactCard>

export const getContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'One contact, also one in the bin; for one that was merged, the contact that it is part of',
  params: idParams,
  response: contactCard,
})

/** Most tags of one contact. */
export const tagsOfContact = 50

const emptied = z.literal('')
const text = (schema: z.ZodType<string, string>) => z.union([emptied, schema]).nullable().optional()

/** What the team writes about a contact. Left out: as it is. */
export const contactFields = {
  name: contactValues.name.nullable().optional(),
  organization: contactValues.organization.nullable().optional(),
  jobTitle: contactValues.jobTitle.nullable().optional(),
  /** All of them, the one that they are known by first. */
  phones: z.array(contactValues.phone).max(contactLimits.phones).optional(),
  /** All of them, the one that they are written to at first. */
  emails: z.array(contactValues.email).max(contactLimits.emails).optional(),
  /** The first of `emails` alone. */
  email: text(contactValues.email),
  notes: contactValues.notes.nullable().optional(),
  tags: z.array(contactValues.tag).max(tagsOfContact).optional(),
  /** Fields to change, by key; null empties one. What they take is in the company's contact attributes. */
  attributes: z.record(z.string().max(40), z.unknown()).optional(),
  document: text(contactValues.document),
  birthday: text(contactValues.birthday),
  language: text(contactValues.language),
  timezone: text(contactValues.timezone),
  address: contactValues.address.nullable().optional(),
  lifecycle: text(contactValues.lifecycle),
  ownerId: contactValues.ownerId.nullable().optional(),
}

export const createContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary:
    'Makes a contact, or answers the one that has a phone of it; that one gets a name or e-mail only where it has none',
  body: z.object({
    ...contactFields,
    /** The first of `phones` alone. Without a plus sign it is one of the company's country. */
    phone: contactValues.phone.optional(),
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
  scope: 'contacts:write',
  summary: 'Changes what the team wrote about a contact; `conflict` comes with the contact as it is now',
  params: idParams,
  body: z.object({
    /** The one that was read. */
    version,
    ...contactFields,
    /** What they said about marketing, noted by hand. */
    marketing: z.enum(['granted', 'denied']).optional(),
  }),
  response: contactCard,
  errors: ['conflict', 'contact_suppressed', 'state_invalid'],
})

// Finding contacts that are the same person, and making one of them.

export const duplicateReasons = ['phone', 'email', 'document', 'external', 'name'] as const

/**
 * What is chosen where two contacts differ: whose value stays. Left out: the survivor's, or the other's where it has none.
 * Every phone and e-mail is kept; chosen is the first of them. `notes` and `tags` of both are kept unless one is chosen.
 */
export const mergeFields = [
  ...(['name', 'phone', 'email', 'document', 'birthday', 'organization', 'jobTitle', 'address'] as const),
  ...(['lifecycle', 'owner', 'language', 'timezone', 'notes', 'tags'] as const),
] as const
export type MergeField = (typeof mergeFields)[number]
export const mergeSides = ['survivor', 'other'] as const
export type MergeSide = (typeof mergeSides)[number]

const choices = z.object({
  ...(Object.fromEntries(mergeFields.map((field) => [field, z.enum(mergeSides).optional()])) as Record<
    MergeField,
    z.ZodOptional<z.ZodEnum<{ survivor: 'survivor'; other: 'other' }>>
  >),
  /** The same for the company's own fields, by key. */
  attributes: z.record(z.string().max(40), z.enum(mergeSides)).optional(),
})
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
    /** Fields where both have a value and they differ. */
    conflicts: z.array(z.enum(mergeFields)),
    /** The company's own fields where both have a value and they differ, by key. */
    attributeConflicts: z.array(z.string()),
    /** How much of both is the survivor's afterwards. */
    conversations: z.number().int(),
    identities: z.number().int(),
    /** How much moves from the other one: what members wrote down, and lists that the survivor is not in. */
    notes: z.number().int(),
    lists: z.number().int(),
    /** Whether marketing may be sent afterwards: a no of either holds. */
    marketing: z.enum(['unknown', 'granted', 'denied']),
    /** What was refused by either, and holds afterwards. */
    denied: z.array(z.object({ medium: z.enum(consentMedia), purpose: z.enum(consentPurposes) })),
  }),
  errors: ['state_invalid'],
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
  errors: ['state_invalid'],
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
