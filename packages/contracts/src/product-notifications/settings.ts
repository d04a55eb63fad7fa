import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, timezone } from '../shared.ts'

/** A time of day, `HH:MM`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/**
 * A time in which nothing but the inbox is used: on each of the days (0 is Sunday) it begins at `from` and ends at `to`,
 * which is the day after when it is not later than `from`.
 */
export const quietHours = z
  .object({
    enabled: z.boolean(),
    timeZone: timezone,
    days: z
      .array(z.int().min(0).max(6))
      .max(7)
      .transform((days) => [...new Set(days)].sort()),
    from: timeOfDay,
    to: timeOfDay,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must differ from the beginning' })
export type QuietHours = z.output<typeof quietHours>

export const notificationSettings = z.object({
  quietHours,
  /** Companies of which only critical things are told. */
  mutedCompanyIds: z.array(id).max(500),
})
export type NotificationSettings = z.output<typeof notificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/v1/me/notification-settings',
  can: 'signed_in',
  summary: 'My quiet hours, and the companies that I muted',
  response: notificationSettings,
})

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/me/notification-settings',
  can: 'signed_in',
  summary: 'Set my quiet hours, and the companies that I mute',
  body: notificationSettings,
  response: notificationSettings,
})
