import { z } from 'zod'
import { presences } from '../automation/presence.ts'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, version } from '../shared.ts'

/** How conversations that enter a team's queue find someone. Only people who are online and have room are given any. */
export const autoAssign = z.object({
  mode: z.enum(['off', 'round_robin', 'least_loaded']).default('off'),
  /** Most open conversations for each member, unless the member has a number of their own. */
  capacity: z.number().int().min(1).max(500).default(20),
  /** Back to whoever had the customer within 30 days, if they are there. */
  sticky: z.boolean().default(true),
  /** Minutes after which a conversation no one answered goes to the next; null keeps it. */
  reassignMinutes: z.number().int().min(1).max(1440).nullable().default(null),
})
export type AutoAssign = z.infer<typeof autoAssign>

const teamFields = z.object({
  name: filledText(60),
  description: z.string().trim().max(200).nullable(),
  autoAssign,
  businessHoursId: id.nullable(),
  defaultLabelIds: z.array(id).max(10),
  members: z.array(z.object({ userId: id, lead: z.boolean().default(false) })).max(500),
})

const teamBody = teamFields.extend({
  description: teamFields.shape.description.default(null),
  businessHoursId: teamFields.shape.businessHoursId.default(null),
  defaultLabelIds: teamFields.shape.defaultLabelIds.default([]),
})

export const team = teamFields.extend({
  id,
  description: z.string().nullable(),
  members: z.array(
    z.object({
      userId: id,
      name: z.string(),
      avatarUrl: z.string().nullable(),
      lead: z.boolean(),
      presence: z.enum(presences),
    }),
  ),
  openConversations: z.number().int(),
  version,
})
export type Team = z.infer<typeof team>

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/v1/teams',
  can: 'company.view',
  scope: 'conversations:read',
  summary: 'Teams of the company with their members',
  response: z.object({ data: z.array(team) }),
})
export const createTeam = endpoint({
  method: 'POST',
  path: '/api/v1/teams',
  can: 'company.manage',
  summary: 'Adds a team',
  body: teamBody,
  response: team,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/api/v1/teams/:id',
  can: 'company.manage',
  summary: 'Changes a team; `members` replaces them all; `version` is the one that was read',
  params: idParams,
  body: teamFields.partial().extend({ version }),
  response: team,
  errors: ['conflict', 'duplicate'],
})
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/v1/teams/:id',
  can: 'company.manage',
  summary: 'Removes a team; its conversations belong to no team',
  params: idParams,
  response: null,
})
