import type { AuditAction } from '@recado/contracts/shared/audit'
import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { maskSecrets } from './mask.ts'
import { insertAuditRows } from './queries.ts'

export type AuditFact = {
  /** `noun.verb` */
  action: AuditAction
  /** `type` is one of `auditTargets`. */
  target?: { type: string; id?: string | null; label?: string | null }
  diff?: Record<string, unknown>
  /** Set when the fact belongs to a company other than the context's, or to none (null). */
  companyId?: string | null
  /** Who did it, when the context does not know yet: at sign-in. */
  userId?: string
  /** As whom that person acted. */
  onBehalfOf?: string
}

const actorOf = (ctx: Ctx, fact: AuditFact) => {
  if (fact.userId) return { actorKind: 'user' as const, actorId: fact.userId, onBehalfOf: fact.onBehalfOf ?? null }
  const { actor } = ctx
  if (actor.kind === 'user') {
    const impersonated = actor.impersonatorId !== null
    return {
      actorKind: 'user' as const,
      actorId: actor.impersonatorId ?? actor.userId,
      onBehalfOf: impersonated ? actor.userId : (fact.onBehalfOf ?? null),
    }
  }
  return { actorKind: 'system' as const, actorId: actor.kind === 'system' ? actor.name : null, onBehalfOf: null }
}

const AGENT_LENGTH = 400

/** Writes down what was done, in the transaction that does it. Secrets in `diff` are masked by their names. */
export const recordAudit = (ctx: Ctx, fact: AuditFact): Promise<void> =>
  insertAuditRows(ctx, [
    {
      id: newId(),
      companyId: fact.companyId === undefined ? (ctx.company?.id ?? null) : fact.companyId,
      ...actorOf(ctx, fact),
      action: fact.action,
      targetType: fact.target?.type ?? null,
      targetId: fact.target?.id ?? null,
      targetLabel: fact.target?.label ?? null,
      diff: fact.diff ? maskSecrets(fact.diff) : null,
      ip: ctx.ip,
      userAgent: ctx.userAgent?.slice(0, AGENT_LENGTH) ?? null,
      source: ctx.actor.kind === 'system' ? 'system' : 'web',
      requestId: ctx.requestId,
      createdAt: ctx.now(),
    },
  ])
