import { z } from 'zod'
import { filledText } from '../shared.ts'
import { notificationId, serviceTiers } from './domain.ts'
import { wireObject } from './shared.ts'
import { v1 } from './v1.ts'
import { memberStatuses } from './vocabulary.ts'

const tag = 'Organizations'

export const branding = z.object({
  color: z.string().optional(),
  logo: z.string().optional(),
  fontFamily: z.string().optional(),
  fontColor: z.string().optional(),
  contentBackground: z.string().optional(),
  direction: z.enum(['ltr', 'rtl']).optional(),
})

const color = z.string().regex(/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i, 'must be a hexadecimal colour')

/** Null clears a field, an absent one stays as it is. All of it goes into pages and mails. */
const brandingChange = z.object({
  color: color.nullish(),
  logo: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
  fontFamily: z
    .string()
    .max(200)
    .regex(/^[\p{L}\d ,'"-]*$/u, 'must be a list of font names')
    .nullish(),
  fontColor: color.nullish(),
  contentBackground: color.nullish(),
  direction: z.enum(['ltr', 'rtl']).nullish(),
})

export const wireOrganization = wireObject({
  _id: z.string(),
  name: z.string(),
  branding,
  apiServiceLevel: z.enum(serviceTiers),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const memberRoles = ['admin', 'member'] as const

export const wireMember = wireObject({
  _id: z.string(),
  _userId: z.string(),
  _organizationId: z.string(),
  user: wireObject({ _id: z.string() }).optional(),
  invite: wireObject({ email: z.string() }).optional(),
  roles: z.array(z.enum(memberRoles)),
  memberStatus: z.enum(memberStatuses),
})

const memberParams = z.object({ memberId: notificationId })

export const listOrganizations = v1({
  method: 'GET',
  path: '/v1/organizations',
  auth: 'apiKey',
  tag,
  summary: 'The organisations that the key reaches: its own',
  response: z.array(wireOrganization),
})

export const createOrganization = v1({
  method: 'POST',
  path: '/v1/organizations',
  auth: 'dashboard',
  tag,
  summary: 'Create an organisation',
  body: z.object({ name: z.string().min(1).max(200) }),
  response: wireOrganization,
})

export const getCurrentOrganization = v1({
  method: 'GET',
  path: '/v1/organizations/me',
  auth: 'apiKey',
  tag,
  summary: 'The organisation of the key',
  response: wireOrganization,
})

export const renameOrganization = v1({
  method: 'PATCH',
  path: '/v1/organizations',
  auth: 'apiKey',
  tag,
  summary: 'Rename the organisation',
  body: z.object({ name: filledText(200) }),
  response: wireOrganization,
})

export const updateBranding = v1({
  method: 'PUT',
  path: '/v1/organizations/branding',
  auth: 'apiKey',
  tag,
  summary: 'Change colors, logo and font of widgets and mails',
  body: brandingChange,
  response: branding,
})

export const listOrganizationMembers = v1({
  method: 'GET',
  path: '/v1/organizations/members',
  auth: 'apiKey',
  tag,
  summary: 'The people of the organisation',
  response: z.array(wireMember),
})

export const updateMemberRole = v1({
  method: 'PUT',
  path: '/v1/organizations/members/:memberId/roles',
  auth: 'apiKey',
  tag,
  summary: 'Give a person another role; somebody stays admin',
  params: memberParams,
  body: z.object({ role: z.enum(memberRoles) }),
  response: wireMember,
})

export const removeMember = v1({
  method: 'DELETE',
  path: '/v1/organizations/members/:memberId',
  auth: 'apiKey',
  tag,
  summary: 'Remove a person from the organisation; somebody stays admin',
  params: memberParams,
  response: wireMember,
})
