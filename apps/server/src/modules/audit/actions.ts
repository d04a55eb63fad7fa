import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { findActorNames, insertAuditRows, listAuditRows } from './queries.ts'

export type AuditFact = {
  /** `noun.verb` */
  action: string
  target?: { type: string; id?: string | null; label?: string | null }
  diff?: Record<string, unknown>
  /** Set when the fact belongs to a company other than the context's, or to none (null). */
  companyId?: string | null
  /** Who did it, when the context does not know yet: at sign-in. */
  userId?: string
}

const actorOf = (ctx: Ctx, userId: string | undefined) => {
  if (userId) return { actorKind: 'user' as const, actorId: userId, onBehalfOf: null }
  const { actor } = ctx
  if (actor.kind === 'user') {
    const impersonated = actor.impersonatorId !== null
    return {
      actorKind: 'user' as const,
      actorId: actor.impersonatorId ?? actor.userId,
      onBehalfOf: impersonated ? actor.userId : null,
    }
  }
  return { actorKind: 'system' as const, actorId: actor.kind === 'system' ? actor.name : null, onBehalfOf: null }
}

/** Writes down what was done, in the transaction that does it. Values in `diff` must carry no secret. */
export const recordAudit = (ctx: Ctx, fact: AuditFact): Promise<void> =>
  insertAuditRows(ctx, [
    {
      id: uuidv7(),
      companyId: fact.companyId === undefined ? (ctx.company?.id ?? null) : fact.companyId,
      ...actorOf(ctx, fact.userId),
      action: fact.action,
      targetType: fact.target?.type ?? null,
      targetId: fact.target?.id ?? null,
      targetLabel: fact.target?.label ?? null,
      diff: fact.diff ?? null,
      ip: ctx.ip,
      requestId: ctx.requestId,
      createdAt: ctx.now(),
    },
  ])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const encode = (at: Date, id: string) => Buffer.from(`${at.getTime()} ${id}`).toString('base64url')

const decode = (cursor: string | undefined) => {
  const [time, id] = Buffer.from(cursor ?? '', 'base64url')
    .toString('utf8')
    .split(' ')
  const at = new Date(Number(time))
  return id && uuid.test(id) && /^\d{1,14}$/.test(time ?? '') ? { at, id } : null
}

/** One page of the current company's audit log, newest first. */
export const listAudit = async (ctx: CompanyCtx, input: { cursor?: string | undefined; limit: number }) => {
  const rows = await listAuditRows(ctx, decode(input.cursor), input.limit + 1)
  const page = rows.slice(0, input.limit)
  const ids = page.flatMap((row) => (row.actorKind === 'user' && row.actorId ? [row.actorId] : []))
  const names = await findActorNames(ctx, [...new Set(ids)])
  const last = page.at(-1)
  return {
    data: page.map((row) => ({
      id: row.id,
      at: row.createdAt.toISOString(),
      actor: {
        kind: row.actorKind,
        name: names.get(row.actorId ?? '') ?? (row.actorKind === 'user' ? '' : (row.actorId ?? '')),
      },
      action: row.action,
      target: row.targetType ? { type: row.targetType, id: row.targetId, label: row.targetLabel } : null,
      ip: row.ip,
    })),
    page: {
      next: rows.length > input.limit && last ? encode(last.createdAt, last.id) : null,
      has_more: rows.length > input.limit,
    },
  }
}
