import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection } from '../shared/lists.ts'
import { id, idParams } from '../shared.ts'

export const companyTag = z.string().trim().toLowerCase().min(1).max(30)
/** Most tags of one company. */
export const companyTagLimit = 20

export const companyCare = z.object({
  manager: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  tags: z.array(z.string()),
  version: z.number().int(),
})
export type CompanyCare = z.infer<typeof companyCare>

export const setCompanyCare = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/companies/:id/care',
  can: 'admin.platform',
  summary: 'Say who of the platform looks after a company, and file it under tags',
  params: idParams,
  body: z.object({
    version: z.number().int(),
    managerId: id.nullable(),
    tags: z.array(companyTag).max(companyTagLimit),
  }),
  response: companyCare,
  errors: ['conflict', 'state_invalid'],
})

export const listCareChoices = endpoint({
  method: 'GET',
  path: '/api/v1/admin/company-care',
  can: 'admin.platform',
  summary: 'Tags that are in use, and the people of the platform who can look after companies',
  response: z.object({
    tags: z.array(z.string()),
    managers: z.array(z.object({ id, name: z.string(), email: z.string() })),
  }),
})

export const tagCompanies = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/tags',
  can: 'admin.platform',
  summary: 'Add tags to companies, or take them away',
  body: z.object({
    selection: bulkSelection,
    add: z.array(companyTag).max(companyTagLimit).default([]),
    remove: z.array(companyTag).max(companyTagLimit).default([]),
  }),
  response: bulkOutcome,
  errors: ['conflict'],
})

const words = z.object({ en: z.string().trim().min(3).max(400), pt: z.string().trim().min(3).max(400) })

export const notifyCompanies = endpoint({
  method: 'POST',
  path: '/api/v1/admin/companies/notices',
  can: 'admin.platform',
  summary: 'Tell the admins of companies something, each in their language; the same notice key tells nobody twice',
  body: z.object({
    selection: bulkSelection,
    /** Made by the caller: sending the same again reaches only those it has not reached. */
    key: id,
    message: words,
  }),
  response: bulkOutcome,
  errors: ['conflict'],
})
