import { z } from 'zod'
import { instant } from '../shared.ts'

/** What a health check looks at; each has a text in the locales, `whatsapp/channels:health.<name>`. */
export const healthChecks = [
  'token',
  'subscription',
  'fields',
  'webhook_lag',
  'last_event',
  'registration',
  'sending',
  'payment',
  'quality',
  'limit',
  'name',
  'verification',
  'pin',
  'templates',
  'phone_app',
] as const
export type HealthCheck = (typeof healthChecks)[number]

export const channelHealth = z.object({
  checkedAt: instant.nullable(),
  checks: z.array(
    z.object({
      name: z.enum(healthChecks),
      state: z.enum(['ok', 'warning', 'problem', 'unknown']),
      /** A value to show, e.g. `GREEN`, `TIER_2K`, a count of seconds, or names with spaces between them. */
      value: z.string().nullable(),
      /** Code of Meta's error when there is one; the locales explain it. */
      errorCode: z.number().int().nullable(),
    }),
  ),
})
export type ChannelHealth = z.infer<typeof channelHealth>
