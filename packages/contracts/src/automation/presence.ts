import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const presences = ['online', 'busy', 'away', 'offline'] as const
export type Presence = (typeof presences)[number]

export const setPresence = endpoint({
  method: 'PUT',
  path: '/api/v1/me/presence',
  can: 'company.view',
  summary: 'Whether I can be given conversations in the current company',
  body: z.object({ presence: z.enum(presences) }),
  response: z.object({ presence: z.enum(presences) }),
})
