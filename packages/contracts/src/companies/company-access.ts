import { z } from 'zod'
import { accessBlocks } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { id, instant, pageOf, pageQuery } from '../shared.ts'
import { companyStatuses } from './companies.ts'

const reason = z.string().trim().min(3).max(300)

/** Why a block holds or does not: the plan, or an override and its reason. */
export const blockState = z.object({
  block: z.enum(accessBlocks),
  effective: z.boolean(),
  plan: z.boolean(),
  override: z
    .object({
      effect: z.enum(['grant', 'revoke']),
      reason: z.string(),
      author: z.string().nullable(),
      expiresAt: instant.nullable(),
      createdAt: instant,
    })
    .nullable(),
})
export type BlockState = z.infer<typeof blockState>

export const accessFilter = z.object({
  search: z.string().trim().max(120).optional(),
  block: z.enum(accessBlocks).optional(),
  overridden: z.enum(['yes']).optional(),
})

export const listCompanyAccess = endpoint({
  method: 'GET',
  path: '/api/v1/admin/company-access',
  can: 'admin.platform',
  summary: 'Companies with their access blocks and where each comes from, by name',
  query: pageQuery.extend({ ...accessFilter.shape, ...countQuery.shape }),
  response: pageOf(z.object({ id, name: z.string(), status: z.enum(companyStatuses), blocks: z.array(blockState) })),
})

/** Most cells of the matrix that one save changes. */
export const accessChangeLimit = 500

export const accessChange = z.object({
  companyId: id,
  block: z.enum(accessBlocks),
  /** `clear` ends the override, so that the plan decides again. */
  effect: z.enum(['grant', 'revoke', 'clear']),
})
export type AccessChange = z.infer<typeof accessChange>

/** How a change would turn out, and what it reaches. */
const accessOutcome = z.object({
  companyId: id,
  name: z.string(),
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  channels: z.number().int(),
  openConversations: z.number().int(),
})

const accessBody = z.object({ changes: z.array(accessChange).min(1).max(accessChangeLimit) })
const accessBulkBody = z.object({
  selection: bulkSelection,
  block: z.enum(accessBlocks),
  effect: z.enum(['grant', 'revoke', 'clear']),
})

export const previewAccess = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access/preview',
  can: 'admin.platform',
  summary: 'What changes of access would do, without doing them',
  body: accessBody,
  response: z.object({ data: z.array(accessOutcome) }),
})

export const changeAccess = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access',
  can: 'admin.platform',
  summary: 'Grant blocks to companies, take them away, or leave them to their plans again',
  body: accessBody.extend({ reason, expiresAt: instant.nullable().default(null) }),
  response: z.object({ data: z.array(accessOutcome) }),
})

export const previewAccessOfMany = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access/bulk/preview',
  can: 'admin.platform',
  summary: 'What one change of access would do to a selection of companies, in figures',
  body: accessBulkBody,
  response: z.object({
    companies: z.number().int(),
    gaining: z.number().int(),
    losing: z.number().int(),
    channels: z.number().int(),
    openConversations: z.number().int(),
    /** The first of those for whom something changes. */
    names: z.array(z.string()),
  }),
  errors: ['conflict'],
})

export const changeAccessOfMany = endpoint({
  method: 'POST',
  path: '/api/v1/admin/company-access/bulk',
  can: 'admin.platform',
  summary: 'Grant one block to a selection of companies, take it away, or leave it to their plans again',
  body: accessBulkBody.extend({ reason, expiresAt: instant.nullable().default(null) }),
  response: bulkOutcome,
  errors: ['conflict'],
})

export const accessHistoryFilter = z.object({ company: id.optional(), block: z.enum(accessBlocks).optional() })

export const listAccessHistory = endpoint({
  method: 'GET',
  path: '/api/v1/admin/company-access/history',
  can: 'admin.platform',
  summary: 'Overrides of access, newest first, ended ones included',
  query: pageQuery.extend(accessHistoryFilter.shape),
  response: pageOf(
    z.object({
      id,
      company: z.object({ id, name: z.string() }),
      block: z.string(),
      effect: z.enum(['grant', 'revoke']),
      reason: z.string(),
      author: z.string().nullable(),
      createdAt: instant,
      expiresAt: instant.nullable(),
      endedAt: instant.nullable(),
      endedAs: z.enum(['replaced', 'cleared', 'expired']).nullable(),
    }),
  ),
})
