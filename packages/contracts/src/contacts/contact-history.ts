import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { conversationStatuses } from '../inbox/conversations.ts'
import { messageMedia } from '../inbox/messages.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'

/** Most of each that the history of a contact holds. */
export const historyLimits = { conversations: 20, files: 30, ratings: 10 } as const

export const contactFile = z.object({ messageId: id, conversationId: id, media: messageMedia, occurredAt: instant })
export type ContactFile = z.infer<typeof contactFile>

/** Kinds of files that people send each other. */
export const contactFileKinds = ['image', 'video', 'audio', 'document'] as const
export type ContactFileKind = (typeof contactFileKinds)[number]

export const contactHistory = z.object({
  conversations: z.array(
    z.object({
      id,
      status: z.enum(conversationStatuses),
      channelName: z.string(),
      lastMessageAt: instant,
      lastPreview: z.string(),
      /** Type of the last message, so that "Photo" can be said in the reader's language. */
      lastType: z.string().nullable(),
    }),
  ),
  files: z.array(contactFile),
  ratings: z.array(
    z.object({
      conversationId: id,
      score: z.number().int(),
      comment: z.string().nullable(),
      answeredAt: instant,
    }),
  ),
})
export type ContactHistory = z.infer<typeof contactHistory>

export const getContactHistory = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/history',
  can: 'contacts.view',
  summary: 'What there was with a contact, newest first: conversations, files and ratings that the reader may see',
  params: idParams,
  response: contactHistory,
})

export const listContactFiles = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/files',
  can: 'contacts.view',
  summary: 'Files that a contact and the company sent each other, newest first, as far as the reader sees the messages',
  params: idParams,
  query: pageQuery.extend({ kind: z.enum(contactFileKinds).optional() }),
  response: pageOf(contactFile),
})
