import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, person } from '../shared.ts'

/** What members write down about a contact. */
export const contactNoteKinds = ['note', 'task', 'call'] as const
export type ContactNoteKind = (typeof contactNoteKinds)[number]

/** Most that one contact has. */
export const contactNoteLimit = 1000

const body = filledText(10_000)

export const contactNote = z.object({
  id,
  kind: z.enum(contactNoteKinds),
  body: z.string(),
  author: person.nullable(),
  pinned: z.boolean(),
  /** By when a task is to be done. */
  dueAt: instant.nullable(),
  doneAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** Whether the reader may change and delete it: its author, and company admins. */
  mayEdit: z.boolean(),
})
export type ContactNote = z.infer<typeof contactNote>

const noteParams = z.object({ id, noteId: id })

export const listContactNotes = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/notes',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Pinned notes of a contact, and tasks that are open, the most urgent first',
  params: idParams,
  response: z.object({ data: z.array(contactNote) }),
})
export const createContactNote = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/notes',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Writes down a note, a call, or a task with a due date',
  params: idParams,
  body: z.object({
    kind: z.enum(contactNoteKinds),
    body,
    pinned: z.boolean().default(false),
    dueAt: instant.nullable().default(null),
  }),
  response: contactNote,
  status: 201,
  errors: ['limit_reached', 'state_invalid'],
})
export const updateContactNote = endpoint({
  method: 'PATCH',
  path: '/api/v1/contacts/:id/notes/:noteId',
  can: 'contacts.edit',
  summary: 'Changes a note; anyone pins notes and finishes tasks, its author and company admins change the words',
  params: noteParams,
  body: z.object({
    body: body.optional(),
    pinned: z.boolean().optional(),
    dueAt: instant.nullable().optional(),
    done: z.boolean().optional(),
  }),
  response: contactNote,
  errors: ['state_invalid'],
})
export const deleteContactNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/contacts/:id/notes/:noteId',
  can: 'contacts.edit',
  summary: 'Deletes a note; for its author and company admins',
  params: noteParams,
  response: null,
})
