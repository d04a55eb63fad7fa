import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filterText } from '../shared/filter.ts'
import { bulkOutcome, bulkSelection, countQuery, several } from '../shared/lists.ts'
import { task } from '../shared/tasks.ts'
import { filledText, id, idParams, instant, jsonObject, pageOf, pageQuery, person } from '../shared.ts'
import { lifecycleKey } from './contact-values.ts'
import { contactSources, tagsOfContact } from './contacts.ts'
import { contactTag } from './tags.ts'

/** The address book: everyone a company talks to, as a list. */

/** Newest first; by name from A; those who wrote last first. With a minus the other way around. */
export const contactSorts = ['created', '-created', 'name', '-name', 'inbound', '-inbound'] as const
export type ContactSort = (typeof contactSorts)[number]

export const contactFilter = z.object({
  /** Part of a name, phone or e-mail; phones in any notation. */
  search: z.string().trim().min(2).max(200).optional(),
  /** Everyone who has one of these tags. */
  tag: several(id).optional(),
  /** Everyone who is in one of these lists. */
  list: several(id).optional(),
  /** `none`: without an owner. */
  owner: several(z.union([z.literal('none'), id])).optional(),
  lifecycle: several(z.union([z.literal('none'), lifecycleKey])).optional(),
  marketing: several(z.enum(['unknown', 'granted', 'denied'])).optional(),
  source: several(z.enum(contactSources)).optional(),
  /** Everyone who has a conversation on one of these numbers. */
  channelId: several(id).optional(),
  /** Days in the company's time zone, both included. */
  createdFrom: z.iso.date().optional(),
  createdTo: z.iso.date().optional(),
  inboundFrom: z.iso.date().optional(),
  inboundTo: z.iso.date().optional(),
  /** Everyone who belongs to one of these segments. */
  segment: several(id).optional(),
  /** Conditions over the fields of `GET /contact-fields`, as JSON. */
  filter: filterText.optional(),
  /** Those in the bin, and no others. */
  bin: z.enum(['yes']).optional(),
})
export type ContactFilter = z.output<typeof contactFilter>

export const contactRow = z.object({
  id,
  /** What to call them: given name, profile name, username, or the phone. */
  displayName: z.string(),
  /** `+` and digits, masked without the ability `contacts.pii`. */
  phone: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  organization: z.string().nullable(),
  tags: z.array(contactTag),
  lists: z.array(z.object({ id, name: z.string() })),
  marketing: z.enum(['unknown', 'granted', 'denied']),
  blocked: z.boolean(),
  owner: person.nullable(),
  lifecycle: z.string().nullable(),
  lastInboundAt: instant.nullable(),
  lastOutboundAt: instant.nullable(),
  /** Until when they can be written to freely; null when the window is closed. */
  windowExpiresAt: instant.nullable(),
  /** Values of the company's own fields by key; sensitive ones are masked without the ability `contacts.pii`. */
  attributes: jsonObject,
  source: z.enum(contactSources),
  /** The conversation with the newest message. */
  conversationId: id.nullable(),
  createdAt: instant,
  /** Since when they are in the bin. */
  deletedAt: instant.nullable(),
})
export type ContactRow = z.infer<typeof contactRow>

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Contacts, newest first unless sorted otherwise; merged ones are left out',
  query: pageQuery
    .extend(contactFilter.shape)
    .extend({ sort: z.enum(contactSorts).default('created') })
    .extend(countQuery.shape),
  response: pageOf(contactRow),
  errors: ['filter_too_slow'],
})

/** Most rows of a file for members who are no company admins. */
export const contactExportLimit = 50_000

/** Columns of a file of contacts; those of the company's own fields (`attributes.<key>`) follow. */
export const contactExportColumns = [
  ...([
    'contact_id',
    'name',
    'phone',
    'username',
    'email',
    'organization',
    'tags',
    'contact_lists',
    'marketing',
  ] as const),
  ...(['contact_owner', 'lifecycle', 'last_inbound_at', 'last_outbound_at', 'source', 'created_at'] as const),
] as const
/** Columns that a file has when they are asked for. */
export const contactExportFurther = [
  ...(['phone_2', 'phone_3', 'other_emails', 'document', 'birthday', 'job_title'] as const),
  ...(['street', 'city', 'address_state', 'postal_code', 'country', 'language', 'timezone', 'notes'] as const),
] as const

// Changing many contacts at once.

/** Hours for which a change of many contacts can be undone. */
export const changeUndoHours = 24
/** Days after which contacts in the bin are erased. */
export const binDays = 30

const names = z.array(filledText(40)).min(1).max(tagsOfContact)

export const contactChange = z.discriminatedUnion('type', [
  /** Tags by name; those that are not there yet are created. */
  z.object({ type: z.literal('add_tags'), tags: names }),
  z.object({ type: z.literal('remove_tags'), tags: names }),
  z.object({ type: z.literal('add_to_list'), listId: id }),
  z.object({ type: z.literal('remove_from_list'), listId: id }),
  /** One of the company's own fields; null empties it. */
  z.object({ type: z.literal('attribute'), key: z.string().max(40), value: z.unknown() }),
  z.object({ type: z.literal('owner'), ownerId: id.nullable() }),
  z.object({ type: z.literal('lifecycle'), lifecycle: lifecycleKey.nullable() }),
  /** Into the bin. */
  z.object({ type: z.literal('delete') }),
  z.object({ type: z.literal('restore') }),
  /** Nothing is sent to them, and what they write notifies no one. */
  z.object({ type: z.literal('block'), reason: filledText(500) }),
  z.object({ type: z.literal('unblock') }),
  /** No marketing on WhatsApp, by any number. There is no undo: each person has to opt in again. */
  z.object({ type: z.literal('opt_out'), reason: filledText(500) }),
])
export type ContactChange = z.output<typeof contactChange>
export const contactChangeTypes = contactChange.options.map(({ shape }) => shape.type.value)

const changeBody = z.object({ selection: bulkSelection, change: contactChange })

export const previewContactChange = endpoint({
  method: 'POST',
  path: '/api/v1/contact-changes/preview',
  can: 'contacts.edit',
  summary: 'What a change of many contacts would come to, without doing it',
  body: changeBody,
  response: z.object({
    total: z.number().int(),
    /** How many would be others than before; the rest are so already. */
    changes: z.number().int(),
    /** How many may not be changed so, such as those with too many tags. */
    refused: z.number().int(),
  }),
  errors: ['filter_too_slow', 'conflict'],
})

export const changeContacts = endpoint({
  method: 'POST',
  path: '/api/v1/contact-changes',
  can: 'contacts.edit',
  summary: 'Changes many contacts at once, in the background where there are more than 500',
  body: changeBody,
  response: bulkOutcome.extend({
    /** Names the change for undoing it. */
    changeId: id,
    /** How many are others now; the rest were so already. */
    changed: z.number().int(),
  }),
  errors: ['filter_too_slow', 'conflict'],
})

export const contactChangeRecord = z.object({
  id,
  change: contactChange,
  /** What its list, owner or field is called; null when that is gone. */
  subject: z.string().nullable(),
  /** How many contacts are others by it. */
  count: z.number().int(),
  actor: person.nullable(),
  createdAt: instant,
  /** Null once it can no longer be undone. */
  undoUntil: instant.nullable(),
  undoneAt: instant.nullable(),
  /** While a background task takes it back. */
  undoing: z.boolean(),
})
export type ContactChangeRecord = z.infer<typeof contactChangeRecord>

export const listContactChanges = endpoint({
  method: 'GET',
  path: '/api/v1/contact-changes',
  can: 'contacts.edit',
  summary: 'Changes of many contacts, newest first',
  query: pageQuery,
  response: pageOf(contactChangeRecord),
})

export const undoContactChange = endpoint({
  method: 'POST',
  path: '/api/v1/contact-changes/:id/undo',
  can: 'contacts.edit',
  summary:
    'Takes back a change of many contacts within a day, in the background where there are more than 500; what was changed since stays',
  params: idParams,
  response: z.object({
    restored: z.number().int(),
    kept: z.number().int(),
    /** The background task that does it; then nothing is restored yet. */
    task: task.optional(),
  }),
  errors: ['state_invalid'],
})
