import { z } from 'zod'
import { memberGrants, memberRoles, memberStatuses } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { invitationStates, visibilities } from '../identity/auth.ts'
import { companyName, email, id, idParams, instant, locales, pageOf, pageQuery, timezone } from '../shared.ts'

export const companyStatuses = ['trial', 'active', 'past_due', 'suspended', 'deleting'] as const
export const companySizes = ['1', '2-10', '11-50', '51-200', '201-1000', '1000+'] as const

/** Most companies one person may own. */
export const ownedCompaniesLimit = 5
/** Most addresses in one call that invites. */
export const invitationBatchLimit = 20

export const myCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/companies/my-companies',
  can: 'companies.view',
  summary: 'The companies I belong to',
  response: z.object({
    companies: z.array(
      z.object({
        id,
        name: z.string(),
        access_blocks: z.array(z.string()),
        current: z.boolean(),
        role: z.enum(memberRoles),
        owner: z.boolean(),
        status: z.enum(companyStatuses),
        members: z.number().int(),
        channels: z.number().int(),
        /** Open conversations that the person sees and that have something unread. */
        unread: z.number().int(),
        timezone: z.string(),
        currency: z.string(),
        logoUrl: z.string().nullable(),
        color: z.string().nullable(),
        /** When it goes, where its deletion is planned. */
        deletionAt: instant.nullable(),
      }),
    ),
  }),
})

const address = z
  .object({
    zip: z.string().trim().max(20),
    street: z.string().trim().max(200),
    number: z.string().trim().max(20),
    complement: z.string().trim().max(100),
    district: z.string().trim().max(100),
    city: z.string().trim().max(100),
    state: z.string().trim().max(60),
  })
  .partial()

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (value === '' ? null : value))
    .nullable()

const companyFields = z.object({
  name: companyName,
  legalName: optionalText(160),
  /** CPF or CNPJ; its check digits are verified when the country is Brazil. */
  taxId: optionalText(32),
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  timezone,
  locale: z.enum(locales),
  segment: optionalText(80),
  size: z.enum(companySizes).nullable(),
  phone: optionalText(32),
  website: optionalText(200).refine((value) => value === null || /^https?:\/\/\S+$/i.test(value), {
    message: 'Not a web address',
  }),
  address,
})

export const company = z.object({
  id,
  name: z.string(),
  legalName: z.string().nullable(),
  taxId: z.string().nullable(),
  country: z.string(),
  currency: z.string(),
  timezone: z.string(),
  locale: z.enum(locales),
  segment: z.string().nullable(),
  size: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address,
  status: z.enum(companyStatuses),
  access_blocks: z.array(z.string()),
  createdAt: instant,
})
export type Company = z.infer<typeof company>

export const createCompany = endpoint({
  method: 'POST',
  path: '/api/v1/companies',
  can: 'companies.create',
  summary: 'Create a company; I become its admin and it becomes my current company',
  body: companyFields.partial().required({ name: true }),
  response: company,
  status: 201,
  errors: ['company_limit'],
})

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id',
  can: 'company.view',
  summary: 'The current company. Another company must be switched to first.',
  params: idParams,
  response: company,
})

export const updateCompany = endpoint({
  method: 'PATCH',
  path: '/api/v1/companies/:id',
  can: 'company.manage',
  summary: 'Change the profile of the current company',
  params: idParams,
  body: companyFields.partial(),
  response: company,
})

export const leaveCompany = endpoint({
  method: 'DELETE',
  path: '/api/v1/companies/:id/membership',
  can: 'companies.view',
  summary: 'Leave a company that I belong to',
  notImpersonated: true,
  params: idParams,
  response: null,
  errors: ['last_admin'],
})

export const member = z.object({
  id,
  userId: id,
  name: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(memberRoles),
  grants: z.array(z.string()),
  visibility: z.enum(visibilities),
  /** Most open conversations that automatic assignment gives; null leaves it to the team. */
  capacity: z.number().int().nullable(),
  teamIds: z.array(id),
  status: z.enum(memberStatuses),
  owner: z.boolean(),
  joinedAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  /** Whether a code is asked for besides the password. */
  twoFactor: z.boolean(),
})
export type Member = z.infer<typeof member>

const memberParams = z.object({ id, memberId: id })

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id/members',
  can: 'members.view',
  summary: 'Who belongs to the current company, by name, a page at a time',
  params: idParams,
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.default(50),
    /** Part of a name or an address; capitals and accents do not matter. */
    search: z.string().trim().max(120).optional(),
    /** User whose row comes first where the page lacks it, so that what is chosen can be named. */
    include: id.optional(),
  }),
  response: pageOf(member),
})

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/v1/companies/:id/members/:memberId',
  can: 'members.manage',
  summary: 'Change role, grants, visibility, capacity or teams of a member',
  params: memberParams,
  body: z
    .object({
      role: z.enum(memberRoles),
      grants: z.array(z.enum(memberGrants)).max(memberGrants.length),
      visibility: z.enum(visibilities),
      capacity: z.number().int().min(1).max(500).nullable(),
      /** Replaces them all; who leads a team still does. */
      teamIds: z.array(id).max(100),
    })
    .partial(),
  response: member,
  errors: ['last_admin'],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/companies/:id/members/:memberId',
  can: 'members.manage',
  summary: 'Remove a member; the company leaves their sessions at once',
  params: memberParams,
  response: null,
  errors: ['last_admin'],
})

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(memberRoles),
  grants: z.array(z.string()),
  state: z.enum(invitationStates),
  inviter: z.string().nullable(),
  expiresAt: instant,
  createdAt: instant,
})

const invitationParams = z.object({ id, invitationId: id })

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id/invitations',
  can: 'members.view',
  summary: 'Invitations that wait for an answer, expired ones included',
  params: idParams,
  response: z.object({ data: z.array(invitation) }),
})

export const inviteMembers = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/invitations',
  can: 'members.manage',
  summary: 'Invite up to 20 addresses. Members are left out; open invitations are sent again.',
  params: idParams,
  body: z.object({
    emails: z.array(email).min(1).max(invitationBatchLimit),
    role: z.enum(memberRoles).default('member'),
    grants: z.array(z.enum(memberGrants)).max(memberGrants.length).default([]),
    visibility: z.enum(visibilities).default('all'),
    teamIds: z.array(id).max(100).default([]),
  }),
  response: z.object({
    data: z.array(invitation),
    alreadyMembers: z.array(z.string()),
  }),
  status: 201,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/companies/:id/invitations/:invitationId/resend',
  can: 'members.manage',
  summary: 'Send an invitation again with a new link, good for seven more days',
  params: invitationParams,
  response: invitation,
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/v1/companies/:id/invitations/:invitationId',
  can: 'members.manage',
  summary: 'Withdraw an invitation',
  params: invitationParams,
  response: null,
})
