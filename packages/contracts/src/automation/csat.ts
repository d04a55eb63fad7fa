import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'

/** What customers say about how they were served: 1 is the worst, 5 the best; thumbs are 1 and 5. */

export const getConversationCsat = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/csat',
  can: 'conversations.view',
  summary: 'What the customer said about the conversation; null when they were not asked',
  params: idParams,
  response: z.object({
    response: z
      .object({
        score: z.number().int().nullable(),
        comment: z.string().nullable(),
        sentAt: instant,
        answeredAt: instant.nullable(),
      })
      .nullable(),
  }),
})

const part = z.object({ id: id.nullable(), name: z.string().nullable(), count: z.number().int(), average: z.number() })

export const summariseCsat = endpoint({
  method: 'GET',
  path: '/api/v1/csat/summary',
  can: 'company.manage',
  summary: 'Scores that customers gave in a period of at most a year: all in all, by score, person, team and day',
  query: z.object({ from: instant, to: instant, teamId: id.optional(), userId: id.optional() }),
  response: z.object({
    count: z.number().int(),
    average: z.number().nullable(),
    scores: z.array(z.object({ score: z.number().int(), count: z.number().int() })),
    members: z.array(part),
    teams: z.array(part),
    days: z.array(z.object({ day: z.string(), count: z.number().int(), average: z.number() })),
  }),
})
