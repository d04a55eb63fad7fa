import { createHash } from 'node:crypto'
import { plainName } from '@recado/contracts'
import type { Ctx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { storableText } from '#server/lib/storable.ts'
import { brandOf } from '#server/modules/shared/settings/index.ts'
import {
  inEnvironment,
  type Recipient,
  type TriggerInput,
  triggerWorkflow,
  V1Error,
} from '#server/notifications/index.ts'
import { adminTopicOf, noteCompany, profileOf } from './people.ts'
import { preparedEnvironment } from './platform.ts'
import { findCompanies, findPeople, listMemberships, listOnlookers, listPlatformAdmins } from './queries.ts'
import type { CommonPayload } from './workflows/build.ts'
import { isImportant, type PayloadOf, type WorkflowName } from './workflows/index.ts'

/** Named people, the admins of the company or of the platform, or those members who see every conversation. */
type Audience = { users: readonly string[] } | 'admins' | 'onlookers' | 'platform'

export type Fact<K extends WorkflowName> = {
  to: Audience
  /** The company it happened in; null for what concerns a person alone. */
  companyId: string | null
  payload: PayloadOf<K>
  /** The same for the same fact, when it can be told twice. */
  factId?: string
  /** Whether whoever did it is told as well. */
  tellsActor?: boolean
  /** Admins who hear of it otherwise. */
  except?: readonly string[]
}

type OwnCtx = Parameters<typeof findPeople>[0]

const adminsWithout = async (ctx: OwnCtx, companyId: string, except: readonly string[]) =>
  (await listMemberships(ctx, [companyId])).flatMap(({ userId, admin }) =>
    admin && !except.includes(userId) ? [userId] : [],
  )

const named = async (
  ctx: OwnCtx,
  { to, companyId, tellsActor, except }: Fact<WorkflowName>,
  actorId: string | null,
) => {
  if (typeof to === 'object') return to.users
  if (to === 'platform') return listPlatformAdmins(ctx)
  if (companyId === null) return []
  if (to === 'onlookers') return listOnlookers(ctx, companyId)
  if (except) return adminsWithout(ctx, companyId, except)
  // The topic leaves out the actor by itself.
  return tellsActor && actorId !== null ? [actorId] : []
}

const audienceOf = async (ctx: OwnCtx, fact: Fact<WorkflowName>, actorId: string | null) => {
  const { tellsActor } = fact
  const ids = await named(ctx, fact, actorId)
  return tellsActor ? ids : ids.filter((id) => id !== actorId)
}

const topicsOf = ({ to, companyId, except }: Fact<WorkflowName>): Recipient[] =>
  to === 'admins' && companyId && !except ? [{ type: 'Topic', topicKey: adminTopicOf(companyId) }] : []

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

/** Values that name people of the product and their companies; what customers wrote stays as it is. */
const names: ReadonlySet<string> = new Set(['person', 'assigner', 'author', 'companyName'])

const toldOf = (key: string, value: string | number) =>
  shortened(names.has(key) && typeof value === 'string' ? plainName(value) : value)

const payloadOf = (payload: Record<string, string | number>, common: CommonPayload) => ({
  ...Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, toldOf(key, value)])),
  ...common,
})

const companiesOf = async (ctx: OwnCtx, facts: readonly Fact<WorkflowName>[]) => {
  const ids = [...new Set(facts.flatMap(({ companyId }) => companyId ?? []))]
  const rows = ids.length > 0 ? await findCompanies(ctx, ids) : []
  return new Map(rows.map(({ id, name }) => [id, { id, name: plainName(name) }]))
}

/** The transaction in which a fact that has an id is told. */
export const transactionOf = (name: string, factId: string) => {
  const id = storableText(`${name}:${factId}`)
  return id.length <= LONGEST_ID ? id : `${name}:${createHash('sha256').update(id).digest('hex')}`
}

const triggerOne = async (
  ctx: OwnCtx,
  name: WorkflowName,
  input: Omit<TriggerInput, 'name'>,
  companyId: string | null,
) => {
  try {
    const status = await trigger(ctx, { ...input, name }, companyId)
    if (status !== 'processed') ctx.log.warn({ workflow: name, status }, 'a notification was not accepted')
  } catch (err) {
    if (!(err instanceof V1Error)) throw err
    ctx.log.warn({ workflow: name, err }, 'a notification was not accepted')
  }
}

/**
 * Tells people what happened, in the transaction in which it did. A workflow that an admin switched off, changed beyond
 * use or removed is logged and keeps nothing from happening; an error of the database does.
 */
export const tellAll = async <K extends WorkflowName>(ctx: Ctx, name: K, facts: readonly Fact<K>[]): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment || facts.length === 0) return
  const own = inEnvironment(ctx, environment)
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const audiences: (readonly string[])[] = []
  for (const fact of facts) audiences.push(await audienceOf(own, fact, actorId))
  const ids = [...new Set([...audiences.flat(), ...(actorId === null ? [] : [actorId])])]
  const rows = ids.length > 0 ? await findPeople(own, ids) : []
  const people = new Map(rows.map((row) => [row.id, profileOf(row)]))
  const shutOut = new Set(rows.flatMap(({ id, suspended }) => (suspended ? [id] : [])))
  const companies = await companiesOf(own, facts)
  const { name: brandName, emailFooter: footer } = await brandOf(ctx)
  const actor = actorId === null ? undefined : people.get(actorId)
  for (const [i, fact] of facts.entries()) {
    const hears = (id: string) => fact.companyId === null || !shutOut.has(id)
    const named = (audiences[i] ?? []).filter(hears)
    const to = [...named.flatMap((id) => people.get(id) ?? []), ...topicsOf(fact)]
    if (to.length === 0) continue
    const company = fact.companyId === null ? undefined : companies.get(fact.companyId)
    const common: CommonPayload = {
      appUrl: publicOrigin(ctx.deps.config),
      brand: { name: brandName, footer },
      ...(company ? { company } : {}),
      ...(isImportant(name) ? { important: true } : {}),
    }
    const input = {
      to,
      payload: payloadOf(fact.payload, common),
      actor,
      ...(fact.companyId ? { tenant: fact.companyId } : {}),
      ...(fact.factId ? { transactionId: transactionOf(name, fact.factId) } : {}),
    }
    await triggerOne(own, name, input, fact.companyId)
  }
}

/** The same for one fact. */
export const tell = <K extends WorkflowName>(ctx: Ctx, name: K, fact: Fact<K>): Promise<void> =>
  tellAll(ctx, name, [fact])
