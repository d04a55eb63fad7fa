import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams } from '../shared.ts'
import { message } from './messages.ts'

/** Longest note, in characters. */
export const noteLimit = 10_000

/** Most people whom one note names. */
export const mentionLimit = 20

export const noteDraft = z.object({
  clientKey: z.string().min(8).max(64),
  body: filledText(noteLimit),
  mentions: z.array(id).max(mentionLimit).default([]),
  fileId: id.optional(),
})

export const writeNote = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/notes',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary: 'Writes a note that only the team sees. `@` names are in `mentions`; whoever is named hears of it',
  params: idParams,
  body: noteDraft,
  response: message,
  status: 201,
  errors: ['idempotency_mismatch'],
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:id/notes/:messageId',
  can: 'conversations.reply',
  summary: 'Removes my note; those of others need conversations.assign',
  params: z.object({ id, messageId: id }),
  response: null,
})
