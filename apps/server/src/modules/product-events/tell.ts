import { createHash } from 'node:crypto'
import type { Ctx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { storableText } from '#server/lib/storable.ts'
import { inEnvironment, type Recipient, type TriggerInput, triggerWorkflow, V1Error } from '../notifications/index.ts'
import { adminTopicOf, noteCompany, profileOf } from './people.ts'
import { preparedEnvironment } from './platform.ts'
import { findPeople, listOnlookers } from './queries.ts'
import type { PayloadOf, WorkflowName } from './workflows/index.ts'

/** Named people, the admins of the company, or those of its members who see every conversation. */
type Audience = { users: readonly string[] } | 'admins' | 'onlookers'

export type Fact<K extends WorkflowName> = {
  to: Audience
  /** The company it happened in; null for what concerns a person alone. */
  companyId: string | null
  payload: PayloadOf<K>
  /** The same for the same fact, when it can be told twice. */
  factId?: string
  /** Whether whoever did it is told as well. */
  tellsActor?: boolean
}

type OwnCtx = Parameters<typeof findPeople>[0]

const audienceOf = async (ctx: OwnCtx, { to, companyId }: Pick<Fact<WorkflowName>, 'to' | 'companyId'>) => {
  if (typeof to === 'object') return to.users
  return to === 'onlookers' && companyId ? listOnlookers(ctx, companyId) : []
}

const recipientsOf = async (
  ctx: OwnCtx,
  fact: Pick<Fact<WorkflowName>, 'to' | 'companyId' | 'tellsActor'>,
  actorId: string | null,
): Promise<{ to: Recipient[]; actor: Recipient | undefined }> => {
  const audience = await audienceOf(ctx, fact)
  const ids = new Set(fact.tellsActor ? audience : audience.filter((id) => id !== actorId))
  const known = [...ids, ...(actorId === null ? [] : [actorId])]
  const people = known.length > 0 ? await findPeople(ctx, known) : []
  const named = people.filter(({ id }) => ids.has(id)).map(profileOf)
  const actor = people.find(({ id }) => id === actorId)
  const topic = fact.to === 'admins' && fact.companyId ? adminTopicOf(fact.companyId) : null
  return {
    to: [...named, ...(topic ? [{ type: 'Topic' as const, topicKey: topic }] : [])],
    actor: actor && profileOf(actor),
  }
}

const trigger = async (ctx: OwnCtx, input: TriggerInput, companyId: string | null): Promise<string> => {
  const { status } = await triggerWorkflow(ctx, input)
  if (status !== 'no_tenant_found' || companyId === null) return status
  await noteCompany(ctx, companyId)
  return (await triggerWorkflow(ctx, input)).status
}

const LONGEST_VALUE = 500
const LONGEST_ID = 200

/** What strangers wrote may be long, and may hold characters that cannot be stored. */
const shortened = (value: string | number) => {
  if (typeof value === 'number') return value
  return storableText(value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value)
}

const payloadOf = (payload: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, shortened(value)]))

const transactionOf = (name: string, factId: string) => {
  const id = storableText(`${name}:${factId}`)
  return id.length <= LONGEST_ID ? id : `${name}:${createHash('sha256').update(id).digest('hex')}`
}

/**
 * Tells people what happened, in the transaction in which it did. A workflow that an admin switched off, changed beyond
 * use or removed is logged and keeps nothing from happening; an error of the database does.
 */
export const tell = async <K extends WorkflowName>(ctx: Ctx, name: K, fact: Fact<K>): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return
  const own = inEnvironment(ctx, environment)
  const { to, actor } = await recipientsOf(own, fact, ctx.actor.kind === 'user' ? ctx.actor.userId : null)
  if (to.length === 0) return
  const input: TriggerInput = {
    name,
    to,
    payload: { ...payloadOf(fact.payload), appUrl: publicOrigin(ctx.deps.config) },
    ...(actor && typeof actor === 'object' && 'subscriberId' in actor ? { actor } : {}),
    ...(fact.companyId ? { tenant: fact.companyId } : {}),
    ...(fact.factId ? { transactionId: transactionOf(name, fact.factId) } : {}),
  }
  try {
    const status = await trigger(own, input, fact.companyId)
    if (status !== 'processed') ctx.log.warn({ workflow: name, status }, 'a notification was not accepted')
  } catch (err) {
    if (!(err instanceof V1Error)) throw err
    ctx.log.warn({ workflow: name, err }, 'a notification was not accepted')
  }
}
