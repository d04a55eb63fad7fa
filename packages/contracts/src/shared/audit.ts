import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant, jsonObject, pageOf, pageQuery } from '../shared.ts'

export const auditSources = ['web', 'api', 'system'] as const

export const auditRow = z.object({
  id,
  at: instant,
  actor: z.object({
    kind: z.enum(['user', 'api_key', 'system']),
    id: z.string().nullable(),
    name: z.string(),
  }),
  /** The user as whom the actor acted. */
  onBehalfOf: z.object({ id, name: z.string() }).nullable(),
  company: z.object({ id, name: z.string() }).nullable(),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string().nullable(), label: z.string().nullable() }).nullable(),
  source: z.enum(auditSources),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Before and after, or what was given; secrets are masked. */
  diff: jsonObject.nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

/** `action` may end in a dot to mean every verb of a noun. */
export const auditFilter = z.object({
  actor: id.optional(),
  action: z.string().trim().max(80).optional(),
  target: z.string().trim().max(120).optional(),
  source: z.enum(auditSources).optional(),
  from: instant.optional(),
  to: instant.optional(),
})
const auditFilters = pageQuery.extend(auditFilter.shape)

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id/audit',
  can: 'audit.view',
  summary: 'What was done in the current company, newest first',
  params: idParams,
  query: auditFilters,
  response: pageOf(auditRow),
})

export const getAuditRow = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:id/audit/:entryId',
  can: 'audit.view',
  summary: 'One row of the audit log of the current company',
  params: z.object({ id, entryId: id }),
  response: auditRow,
})

export const listPlatformAudit = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit',
  can: 'admin.platform',
  summary: 'What was done anywhere on the platform, newest first',
  query: auditFilters.extend({ company: id.optional() }),
  response: pageOf(auditRow),
})

export const getPlatformAuditRow = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit/:entryId',
  can: 'admin.platform',
  summary: 'One row of the audit log',
  params: z.object({ entryId: id }),
  response: auditRow,
})

export const getAuditIntegrity = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit-integrity',
  can: 'admin.platform',
  summary: 'Whether the chain of hashes over the audit log was whole when it was last checked',
  response: z.object({
    checkedAt: instant.nullable(),
    sealed: z.number().int(),
    broken: z.array(z.object({ company: id.nullable(), entryId: id, kind: z.enum(['changed', 'missing', 'chain']) })),
  }),
})
