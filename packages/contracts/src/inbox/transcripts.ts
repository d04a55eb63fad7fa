import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { task } from '../shared/tasks.ts'
import { idParams } from '../shared.ts'

export const transcriptFormats = ['pdf', 'txt', 'json'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

export const exportConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/exports',
  can: 'conversations.export',
  summary: 'Writes everything said in a conversation as a file, in the background; with its media as a zip',
  notImpersonated: true,
  params: idParams,
  body: z.object({
    format: z.enum(transcriptFormats),
    media: z.boolean().default(false),
    /** Notes and events of the team besides what the customer saw. */
    notes: z.boolean().default(false),
  }),
  response: task,
  status: 202,
})
