import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'
import { audienceWaterfall } from './audience.ts'
import { costRange } from './campaigns.ts'
import { variantKeys, winnerMetrics, winnerRules } from './content.ts'
import { blockingFinding, findingFacts } from './findings.ts'

/** What should be known before. Each has a text, `campaigns/preflight:warning.<name>`, and what to do, `advice.<name>`. */
export const warningFindings = [
  'limit_today',
  'template_quality',
  'template_pacing',
  'us_numbers',
  'language_gaps',
  'other_campaigns',
  'staffing',
  'quiet_hours',
  'no_rates',
  'channel_quality',
  'approval_needed',
  'long_run',
  /** A link leads into a network that customers are not in. */
  'link_private',
  /** Links lead over this installation, which customers cannot reach. */
  'links_local',
] as const
export type WarningFinding = (typeof warningFindings)[number]

export const preflight = z.object({
  /** The version of the draft that it is about. */
  version: z.number().int(),
  waterfall: audienceWaterfall,
  blocking: z.array(blockingFinding),
  warnings: z.array(z.object({ name: z.enum(warningFindings), facts: findingFacts })),
  cost: costRange.extend({
    lines: z.array(
      z.object({
        market: z.string(),
        category: z.string(),
        count: z.number().int(),
        unit: z.number(),
        amount: z.number(),
      }),
    ),
  }),
  /** The portfolio's limit of people in 24 hours, across its numbers; `limit` null when there is none. */
  limits: z.array(
    z.object({
      portfolioId: z.string(),
      limit: z.number().int().nullable(),
      used: z.number().int(),
      /** Recipients who leave before the limit is reached, with those whom it does not count as they wrote lately. */
      fitsNow: z.number().int(),
      /** When those who do not fit now can all have left. */
      restAt: instant.nullable(),
    }),
  ),
  startsAt: instant,
  finishesAt: instant,
  /** Of a series: its next times. */
  occurrences: z.array(instant),
  /** On how many the variants are tried, about when the winner is chosen, and how many get it. */
  test: z
    .object({
      ...{ people: z.number().int(), rest: z.number().int(), decidesAt: instant },
      ...{ variants: z.array(z.enum(variantKeys)), metric: z.enum(winnerMetrics), rule: z.enum(winnerRules) },
    })
    .nullable(),
  /** Answers to expect, and members who are at work then. */
  replies: z.object({ expected: z.number().int(), perHour: z.number(), members: z.number().int() }),
})
export type Preflight = z.infer<typeof preflight>

export const getPreflight = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/preflight',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'What a launch would do: who gets it, what it costs, when it ends, what blocks it and what to know',
  params: idParams,
  response: preflight,
})

export const renderedMessage = z.object({
  contactId: id.nullable(),
  displayName: z.string(),
  variant: z.enum(variantKeys),
  language: z.string(),
  header: z.string().nullable(),
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(z.object({ kind: z.string(), text: z.string(), url: z.string().nullable() })),
  media: z.object({ kind: z.string(), url: z.string().nullable() }).nullable(),
  /** Variables without a value: the recipient is skipped, or the text instead stands there. */
  missing: z.array(z.object({ key: z.string(), skipped: z.boolean() })),
})
export type RenderedMessage = z.infer<typeof renderedMessage>

export const previewMessages = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/messages/preview',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'The message as recipients of the audience would get it: named ones, or some at random',
  params: idParams,
  body: z.object({ contactIds: z.array(id).max(20).optional(), count: z.number().int().min(1).max(20).default(10) }),
  response: z.object({ data: z.array(renderedMessage) }),
})

export const testCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/tests',
  can: 'campaigns.write',
  summary: 'Sends the message to at most five numbers, marked as a test; Meta charges it',
  notImpersonated: true,
  params: idParams,
  body: z.object({
    phones: z.array(z.string().trim().min(6).max(30)).min(1).max(5),
    variant: z.enum(variantKeys).default('A'),
    /** The contact whose values stand in it. */
    contactId: id.optional(),
    clientKey: z.string().min(8).max(64),
  }),
  response: z.object({
    data: z.array(z.object({ phone: z.string(), messageId: id.nullable(), error: z.string().nullable() })),
  }),
  errors: ['quota_exceeded', 'template_not_sendable', 'channel_not_sendable'],
})
