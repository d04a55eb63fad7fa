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

type RecordedActor = {
  actorKind: 'user' | 'api_key' | 'system'
  actorId: string | null
  onBehalfOf: string | null
  source: 'web' | 'api' | 'system'
}

const actorOf = ({ actor }: Ctx, { userId, ...fact }: AuditFact): RecordedActor => {
  const onBehalfOf = fact.onBehalfOf ?? null
  if (userId)
    return { actorKind: 'user', actorId: userId, onBehalfOf, source: actor.kind === 'system' ? 'system' : 'web' }
  switch (actor.kind) {
    case 'user':
      return actor.impersonatorId === null
        ? { actorKind: 'user', actorId: actor.userId, onBehalfOf, source: 'web' }
        : { actorKind: 'user', actorId: actor.impersonatorId, onBehalfOf: actor.userId, source: 'web' }
    case 'key':
      return { actorKind: 'api_key', actorId: actor.keyId, onBehalfOf: null, source: 'api' }
    case 'apiKey':
      // Keys are rotated for an environment, so that is the target.
      return { actorKind: 'api_key', actorId: actor.environmentId, onBehalfOf: null, source: 'api' }
    case 'subscriber':
      return { actorKind: 'system', actorId: actor.subscriberId, onBehalfOf: null, source: 'api' }
    case 'agent':
      return { actorKind: 'system', actorId: actor.agentId, onBehalfOf: null, source: 'system' }
    case 'system':
      return { actorKind: 'system', actorId: actor.name, onBehalfOf: null, source: 'system' }
    case 'anonymous':
      return { actorKind: 'system', actorId: null, onBehalfOf: null, source: 'web' }
  }
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
      requestId: ctx.requestId,
      createdAt: ctx.now(),
    },
  ])
