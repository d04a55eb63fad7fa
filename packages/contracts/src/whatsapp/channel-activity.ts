import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'
import { graphErrorClasses } from './graph-errors.ts'

export const getChannelActivity = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/activity',
  can: 'channels.view',
  summary: 'What changed of the channel lately, and which errors its messages met since yesterday',
  params: idParams,
  response: z.object({
    events: z.array(
      z.object({
        id,
        kind: z.string(),
        /** The template that it happened to, with its language. */
        about: z.string().nullable(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        reason: z.string().nullable(),
        at: instant,
      }),
    ),
    /** By what is to be done about them, those met most first; so are the codes of each. */
    errors: z.array(
      z.object({
        errorClass: z.enum(graphErrorClasses),
        count: z.number().int(),
        lastAt: instant,
        codes: z.array(z.object({ code: z.number().int().nullable(), count: z.number().int() })),
      }),
    ),
    /** Yesterday in the company's time zone. */
    since: z.iso.date(),
    /** Other companies of mine whose numbers are in the same portfolio and share its limit. */
    sharedWith: z.number().int(),
  }),
})
