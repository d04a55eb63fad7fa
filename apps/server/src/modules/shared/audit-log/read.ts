import type { AuditRow } from '@recado/contracts/shared/audit'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { encodeCursor, instantPlace, parseCursor } from '#server/lib/cursor.ts'
import type { AuditCheck } from '#server/modules/shared/audit/index.ts'
import * as queries from './queries.ts'

const present = <T>(values: (T | null)[]): T[] => [...new Set(values.flatMap((value) => value ?? []))]

const viewOf = async (ctx: Ctx, rows: queries.StoredAuditRow[]): Promise<AuditRow[]> => {
  const actors = rows.map((row) => (row.actorKind === 'user' ? row.actorId : null))
  const people = await queries.findActorNames(ctx, present([...actors, ...rows.map((row) => row.onBehalfOf)]))
  const companies = await queries.findCompanyNames(ctx, present(rows.map((row) => row.companyId)))
  return rows.map((row) => ({
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: {
      kind: row.actorKind,
      id: row.actorId,
      name: people.get(row.actorId ?? '') ?? (row.actorKind === 'user' ? '' : (row.actorId ?? '')),
    },
    onBehalfOf: row.onBehalfOf ? { id: row.onBehalfOf, name: people.get(row.onBehalfOf) ?? '' } : null,
    company: row.companyId ? { id: row.companyId, name: companies.get(row.companyId) ?? '' } : null,
    action: row.action,
    target: row.targetType ? { type: row.targetType, id: row.targetId, label: row.targetLabel } : null,
    source: row.source ?? (row.actorKind === 'system' ? 'system' : row.actorKind === 'api_key' ? 'api' : 'web'),
    ip: row.ip,
    userAgent: row.userAgent,
    requestId: row.requestId,
    diff: row.diff,
  }))
}

type Input = queries.AuditFilters & { cursor?: string | undefined; limit: number }

/** One page of the audit log of the whole platform, newest first. The caller has made sure who asks. */
export const listPlatformAudit = async (ctx: Ctx, { cursor, limit, ...filters }: Input) => {
  const rows = await queries.listAuditRows(ctx, filters, parseCursor(instantPlace, cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit
  return {
    data: await viewOf(ctx, page),
    page: { next: more && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null, has_more: more },
  }
}

/** The audit log of the current company. */
export const listAudit = (ctx: CompanyCtx, input: Input) =>
  listPlatformAudit(ctx, { ...input, company: ctx.company.id })

/** One row, of a company when one is given. Throws `not_found`. */
export const readAuditRow = async (ctx: Ctx, id: string, companyId: string | null): Promise<AuditRow> => {
  const row = await queries.findAuditRow(ctx, id, companyId)
  const [view] = row ? await viewOf(ctx, [row]) : []
  if (!view) throw new AppError('not_found')
  return view
}

/** What the last check of the chains found. */
export const readIntegrity = async (ctx: Ctx) => {
  const row = await queries.findLatest(ctx, 'audit.verified')
  const { sealed, broken } = (row?.diff ?? {}) as Partial<AuditCheck>
  return { checkedAt: row?.createdAt.toISOString() ?? null, sealed: sealed ?? 0, broken: broken ?? [] }
}
