import { z } from 'zod'
import { accessBlocks, userRoles } from '../abilities.ts'
import { companyStatuses } from '../companies/companies.ts'
import { endpoint } from '../endpoint.ts'
import { systemContent, systemTopics } from '../identity/announcements.ts'
import { filledText, id, idParams, instant, locales, pageOf, pageQuery, person, version } from '../shared.ts'

/** `banner`: a bar above every page, until an instant. */
export const systemChannels = ['in_app', 'email', 'banner'] as const
export const systemStates = ['draft', 'scheduled', 'sending', 'done', 'canceled'] as const
export type SystemState = (typeof systemStates)[number]

/** `stored`: archived ones included. */
export const systemLimits = { stored: 1000 } as const

/** Whom it is for: everybody of whom all that is set holds. */
export const systemAudience = z.object({
  roles: z.array(z.enum(userRoles)).max(userRoles.length).default([]),
  /** Only people who are admin of a company, or who are in one at all. */
  membership: z.enum(['any', 'member', 'admin']).default('any'),
  statuses: z.array(z.enum(companyStatuses)).max(companyStatuses.length).default([]),
  block: z.enum(accessBlocks).nullable().default(null),
  locale: z.enum(locales).nullable().default(null),
  /** Who used the product in so many days. */
  activeDays: z.number().int().min(1).max(365).nullable().default(null),
})
export type SystemAudience = z.output<typeof systemAudience>

const fields = {
  name: filledText(120),
  topic: z.enum(systemTopics),
  channels: z.array(z.enum(systemChannels)).min(1).max(systemChannels.length),
  content: systemContent,
  audience: systemAudience,
  /** Leaves out whoever got another one in so many days; incidents reach them all the same. */
  capDays: z.number().int().min(1).max(90).nullable(),
}

export const systemCampaign = z.object({
  id,
  ...fields,
  state: z.enum(systemStates),
  startsAt: instant.nullable(),
  bannerUntil: instant.nullable(),
  finishedAt: instant.nullable(),
  archived: z.boolean(),
  author: person.nullable(),
  /** `seen` and `read`: in the inbox. */
  stats: z.object({
    ...{ sent: z.number().int(), seen: z.number().int(), read: z.number().int() },
    banner: z.object({ seen: z.number().int(), dismissed: z.number().int(), clicked: z.number().int() }),
  }),
  version,
  createdAt: instant,
})
export type SystemCampaign = z.infer<typeof systemCampaign>
const admin = { can: 'admin.platform' } as const

export const systemFilter = z.object({
  state: z.enum(systemStates).optional(),
  topic: z.enum(systemTopics).optional(),
  archived: z.enum(['yes', 'no']).optional(),
})

export const listSystemCampaigns = endpoint({
  method: 'GET',
  path: '/api/v1/admin/system-campaigns',
  ...admin,
  summary: 'What the platform announces to its users, newest first',
  query: pageQuery.extend(systemFilter.shape),
  response: pageOf(systemCampaign),
})
export const createSystemCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system-campaigns',
  ...admin,
  summary: 'Begins an announcement',
  body: z.object(fields),
  response: systemCampaign,
  status: 201,
  errors: ['limit_reached'],
})
export const updateSystemCampaign = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/system-campaigns/:id',
  ...admin,
  summary: 'Saves a draft',
  params: idParams,
  body: z.object({ version, ...fields }),
  response: systemCampaign,
  errors: ['conflict', 'state_invalid'],
})
export const countSystemAudience = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system-audience',
  ...admin,
  summary: 'How many users an announcement would reach, and by which languages',
  body: z.object({ audience: systemAudience, topic: z.enum(systemTopics), capDays: fields.capDays }),
  response: z.object({ users: z.number().int(), en: z.number().int(), pt: z.number().int() }),
})
export const testSystemCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system-campaigns/:id/test',
  ...admin,
  summary: 'Sends an announcement to whoever asks, in their language',
  params: idParams,
  response: null,
  status: 204,
  errors: ['state_invalid'],
})
export const scheduleSystemCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system-campaigns/:id/schedule',
  ...admin,
  summary: 'Has an announcement sent now, or at an instant; it needs a title and a text in both languages',
  params: idParams,
  body: z.object({
    version,
    startsAt: instant.nullable(),
    /** How long the banner is shown; what has one needs it. */
    bannerUntil: instant.nullable().optional(),
  }),
  response: systemCampaign,
  errors: ['conflict', 'state_invalid'],
})
export const cancelSystemCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system-campaigns/:id/cancellation',
  ...admin,
  summary: 'Ends an announcement, or the banner of one that was sent; messages that people have they keep',
  params: idParams,
  response: systemCampaign,
  errors: ['state_invalid'],
})
export const archiveSystemCampaign = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/system-campaigns/:id/archive',
  ...admin,
  summary: 'Puts an announcement out of the list, or back into it',
  params: idParams,
  body: z.object({ archived: z.boolean() }),
  response: systemCampaign,
})
