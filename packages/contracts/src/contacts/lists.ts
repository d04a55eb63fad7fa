import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, forceQuery, id, idParams, instant, person, version } from '../shared.ts'

/** Most lists of a company. */
export const contactListLimit = 1000

export const contactList = z.object({
  id,
  version,
  name: z.string(),
  description: z.string(),
  /** How many contacts are in it, those in the bin left out. */
  contacts: z.number().int(),
  createdAt: instant,
})
export type ContactList = z.infer<typeof contactList>

const listBody = z.object({ name: filledText(80), description: z.string().trim().max(300) })

export const listContactLists = endpoint({
  method: 'GET',
  path: '/api/v1/lists',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Lists of contacts, by name',
  response: z.object({ data: z.array(contactList) }),
})
export const createContactList = endpoint({
  method: 'POST',
  path: '/api/v1/lists',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Adds an empty list',
  body: listBody.extend({ description: listBody.shape.description.default('') }),
  response: contactList,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateContactList = endpoint({
  method: 'PATCH',
  path: '/api/v1/lists/:id',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Changes the name or description of a list',
  params: idParams,
  body: listBody.partial().extend({ version }),
  response: contactList,
  errors: ['conflict', 'duplicate'],
})
export const deleteContactList = endpoint({
  method: 'DELETE',
  path: '/api/v1/lists/:id',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Removes a list, whose contacts stay; with `force=yes` although segments or saved views ask for it',
  params: idParams,
  query: forceQuery,
  response: null,
  errors: ['in_use'],
})

/** How a contact came into a list. */
export const membershipSources = ['manual', 'import', 'api', 'merge', 'campaign', 'integration'] as const

/** A list that a contact is in. */
export const listMembership = z.object({
  id,
  name: z.string(),
  source: z.enum(membershipSources),
  addedBy: person.nullable(),
  addedAt: instant,
})
export type ListMembership = z.infer<typeof listMembership>

export const listListsOfContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/lists',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Lists that a contact is in, by name',
  params: idParams,
  response: z.object({ data: z.array(listMembership) }),
})
