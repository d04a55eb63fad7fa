import { z } from 'zod'
import { memberRoles } from '../abilities.ts'
import { companyStatuses } from '../companies/companies.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'

const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** Until when support staff may enter as this person; null when they do not let them. */
  consentUntil: instant.nullable(),
})

/** A WhatsApp number as those see it who look after its company. */
export const numberAtAGlance = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  status: z.string(),
  quality: z.string().nullable(),
  lastEventAt: instant.nullable(),
})

export const supportCompany = z.object({
  id,
  name: z.string(),
  status: z.enum(companyStatuses),
  owner: z.string().nullable(),
  members: z.number().int(),
  channels: z.number().int(),
  qualityWorst: z.string().nullable(),
  /** People of it who let support staff in now. */
  consenting: z.number().int(),
  lastActivityAt: instant.nullable(),
})
export type SupportCompany = z.infer<typeof supportCompany>

export const listSupportCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/support/companies',
  can: 'support.view',
  summary: 'Companies as support staff see them, newest first; searched like those of the admins',
  query: pageQuery.extend({
    search: z.string().trim().max(120).optional(),
    status: z.enum(companyStatuses).optional(),
    consent: z.enum(['yes']).optional(),
  }),
  response: pageOf(supportCompany),
})

export const getSupportCompany = endpoint({
  method: 'GET',
  path: '/api/v1/support/companies/:id',
  can: 'support.view',
  summary: 'A company to help: its profile, people, numbers and last errors; no message is shown',
  params: idParams,
  response: supportCompany.extend({
    country: z.string(),
    timezone: z.string(),
    access_blocks: z.array(z.string()),
    createdAt: instant,
    statusReason: z.string().nullable(),
    people: z.array(person.extend({ role: z.enum(memberRoles), status: z.string(), active: z.boolean() })),
    numbers: z.array(numberAtAGlance),
    errors: z.array(z.object({ code: z.string(), count: z.number().int(), lastAt: instant })),
    /** Whether support staff may enter accounts at all on this installation. */
    entryAllowed: z.boolean(),
  }),
})
