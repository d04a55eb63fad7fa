import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../shared.ts'

/** `incident` reaches people whatever they prefer. */
export const systemTopics = ['product', 'billing', 'incident'] as const
export type SystemTopic = (typeof systemTopics)[number]

export const announcementLimits = { title: 120, body: 450, buttonUrl: 300 } as const

const words = z.object({
  title: z.string().trim().max(announcementLimits.title),
  body: z.string().trim().max(announcementLimits.body),
})
/** A page of the product. */
const page = z
  .string()
  .trim()
  .max(announcementLimits.buttonUrl)
  .regex(/^\/(?![/\\])[\w\-./]*$/, { message: 'Not a page of the product' })

export const systemContent = z.object({ en: words, pt: words, url: page })
export type SystemContent = z.infer<typeof systemContent>

const announcement = z.object({
  id,
  topic: z.enum(systemTopics),
  content: systemContent,
  until: instant,
  /** Whether it was shown to them before. */
  seen: z.boolean(),
})
export type Announcement = z.infer<typeof announcement>

export const announcementReactions = ['seen', 'dismissed', 'clicked'] as const
export type AnnouncementReaction = (typeof announcementReactions)[number]

export const getOwnAnnouncement = endpoint({
  method: 'GET',
  path: '/api/v1/me/announcement',
  can: 'signed_in',
  summary: 'What the platform announces to me above every page now: an incident first, or else the latest',
  response: z.object({ announcement: announcement.nullable() }),
})
export const reactToAnnouncement = endpoint({
  method: 'POST',
  path: '/api/v1/me/announcement-reactions',
  can: 'signed_in',
  summary: 'Say that I saw an announcement, opened its link, or do not want to see it any more',
  notImpersonated: true,
  body: z.object({ id, reaction: z.enum(announcementReactions) }),
  response: null,
  status: 204,
  errors: ['not_found'],
})
