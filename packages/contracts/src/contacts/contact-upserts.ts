import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { errorStatus, fieldError } from '../errors.ts'
import { filterTree } from '../shared/filter.ts'
import { keysOf } from '../shared/keys.ts'
import { filledText, id, idParams, jsonObject, pageOf } from '../shared.ts'
import { contactFilter, contactRow, listContacts } from './address-book.ts'
import { contactValues } from './contact-values.ts'
import { contactCard, contactFields, tagsOfContact } from './contacts.ts'

// What programs do with contacts that they know by a phone, an e-mail address or an id of their own.

/** Most contacts of one call. */
export const upsertLimit = 200

/** What another system calls a contact. */
export const externalId = z.object({
  /** The system, such as `crm`; left out it is the one without a name, as in imports. */
  source: z.string().trim().max(60).default(''),
  id: filledText(200),
})

const upsertBody = z.object({
  ...contactFields,
  /** The first of `phones` alone. Without a plus sign it is one of the company's country. */
  phone: contactValues.phone.optional(),
  externalId: externalId.optional(),
  /** Added to those that the contact has. */
  tags: contactFields.tags,
  /** What they said about marketing, and whether anything is said of it. */
  marketing: z.enum(['granted', 'denied']).optional(),
  /** Takes whoever is found out of the bin; without it they are refused, with `contactId`. */
  restore: z.boolean().optional(),
})
export type ContactUpsert = z.output<typeof upsertBody>

export const upsertContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/upsert',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary:
    'Changes the contact that has the external id, else a phone, else the e-mail; makes one where there is none. Phones, e-mails and tags are added to those that it has',
  body: upsertBody,
  response: z.object({ contact: contactCard, created: z.boolean() }),
  errors: ['contact_suppressed', 'contact_in_bin', 'state_invalid', 'conflict', 'limit_reached'],
})

export const upsertContacts = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/bulk',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: `The same for up to ${upsertLimit} contacts; each is taken or refused by itself, in their order`,
  body: z.object({ contacts: z.array(upsertBody).min(1).max(upsertLimit) }),
  response: z.object({
    data: z.array(
      z.object({
        id: id.nullable(),
        created: z.boolean(),
        /** Why it was refused, as the problem document of a single call says it. */
        error: z
          .object({
            code: z.enum(keysOf(errorStatus)),
            errors: z.array(fieldError).optional(),
            data: jsonObject.optional(),
          })
          .nullable(),
      }),
    ),
  }),
})

export const searchContacts = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/search',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary:
    'Contacts that a filter finds; like `GET /contacts`, with the conditions in the body and no limit of their length',
  body: z.object({
    filter: filterTree.optional(),
    search: contactFilter.shape.search,
    count: listContacts.query.shape.count,
    sort: listContacts.query.shape.sort,
    cursor: listContacts.query.shape.cursor,
    limit: z.number().int().min(1).max(100).default(25),
  }),
  response: pageOf(contactRow),
  errors: ['filter_too_slow'],
})

const tagNames = z.array(filledText(40)).max(tagsOfContact)

export const setContactTags = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/tags',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Adds and takes away tags by their names; those that are not there yet are created',
  params: idParams,
  body: z.object({ add: tagNames.default([]), remove: tagNames.default([]) }),
  response: contactCard,
  errors: ['state_invalid', 'conflict', 'limit_reached'],
})

export const setContactLists = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/lists',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Puts a contact into lists and takes it out of others',
  params: idParams,
  body: z.object({ add: z.array(id).max(50).default([]), remove: z.array(id).max(50).default([]) }),
  response: null,
})
