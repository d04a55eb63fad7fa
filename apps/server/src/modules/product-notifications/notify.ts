import { createHash } from 'node:crypto'
import { plainName } from '@recado/contracts'
import type { Ctx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { sanitizeText } from '#server/lib/sanitize-text.ts'
import { brandOf } from '#server/modules/shared/settings/index.ts'
import {
  type audience,
  type EnvironmentCtx,
  inEnvironment,
  type Recipient,
  type TriggerInput,
  triggerWorkflow,
  V1Error,
} from '#server/notifications/index.ts'
import { preparedEnvironment } from './environment.ts'
import {
  findCompanies,
  findPeople,
  listMembersAmong,
  listMemberships,
  listOnlookers,
  listPlainMembers,
  listPlatformAdmins,
} from './queries/people.ts'
import { adminTopicOf, profileOf, syncTenant } from './subscribers.ts'
import type { CommonPayload } from './workflows/build.ts'
import { isImportant, type PayloadOf, type WorkflowName } from './workflows/index.ts'

/**
 * Named people, the admins of the company or of the platform, or those members who see every conversation. `only`
 * leaves out of the named people whoever is no member of the company, or is one of its admins.
 */
export type Audience =
  | { users: readonly string[]; only?: 'members' | 'plain_members' }
  | 'admins'
  | 'onlookers'
  | 'platform'

type About = {
  to: Audience
  /** The company it happened in; null for what concerns a person alone. */
  companyId: string | null
  /** Identifies the fact, so that people are notified of it once. */
  factId?: string
  /** Whether whoever did it is notified as well. */
  includesActor?: boolean
  /** Admins who hear of it otherwise. */
  except?: readonly string[]
}

/** What people are notified of: by which workflow, who, and what its texts say. */
export type Notice<K extends WorkflowName = WorkflowName> = {
  [W in K]: About & { workflow: W; payload: PayloadOf<W> }
}[K]

const adminsWithout = async (ctx: EnvironmentCtx, companyId: string, except: readonly string[]) =>
  (await listMemberships(ctx, [companyId])).flatMap(({ userId, admin }) =>
    admin && !except.includes(userId) ? [userId] : [],
  )

const named = async (ctx: EnvironmentCtx, { to, companyId, includesActor, except }: Notice, actorId: string | null) => {
  if (typeof to === 'object') {
    if (!to.only || !companyId || to.users.length === 0) return to.users
    return (to.only === 'members' ? listMembersAmong : listPlainMembers)(ctx, companyId, to.users)
  }
  if (to === 'platform') return listPlatformAdmins(ctx)
  if (companyId === null) return []
  if (to === 'onlookers') return listOnlookers(ctx, companyId)
  if (except) return adminsWithout(ctx, companyId, except)
  // The topic leaves out the actor by itself.
  return includesActor && actorId !== null ? [actorId] : []
}

const audienceOf = async (ctx: EnvironmentCtx, notice: Notice, actorId: string | null) => {
  const ids = await named(ctx, notice, actorId)
  return notice.includesActor ? ids : ids.filter((id) => id !== actorId)
}

const topicsOf = ({ to, companyId, except }: Notice): Recipient[] =>
  to === 'admins' && companyId && !except ? [{ type: 'Topic', topicKey: adminTopicOf(companyId) }] : []

const trigger = async (ctx: EnvironmentCtx, input: TriggerInput, companyId: string | null): Promise<string> => {
  const { status } = await triggerWorkflow(ctx, input)
  if (status !== 'no_tenant_found' || companyId === null) return status
  await syncTenant(ctx, companyId)
  return (await triggerWorkflow(ctx, input)).status
}

const LONGEST_VALUE = 500
const LONGEST_ID = 200

/** What strangers wrote may be long, and may hold characters that cannot be stored. */
const shortened = (value: string | number) => {
  if (typeof value === 'number') return value
  return sanitizeText(value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value)
}

/** Values that name people of the product and their companies; what customers wrote stays as it is. */
const names: ReadonlySet<string> = new Set(['person', 'assigner', 'author', 'companyName'])

const shownOf = (key: string, value: string | number) =>
  shortened(names.has(key) && typeof value === 'string' ? plainName(value) : value)

const payloadOf = (payload: Record<string, string | number>, common: CommonPayload) => ({
  ...Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, shownOf(key, value)])),
  ...common,
})

const companiesOf = async (ctx: EnvironmentCtx, notices: readonly Notice[]) => {
  const ids = [...new Set(notices.flatMap(({ companyId }) => companyId ?? []))]
  const rows = ids.length > 0 ? await findCompanies(ctx, ids) : []
  return new Map(rows.map(({ id, name }) => [id, { id, name: plainName(name) }]))
}

/** The transaction of the notice of a fact that has an id. */
export const transactionOf = (name: string, factId: string) => {
  const id = sanitizeText(`${name}:${factId}`)
  return id.length <= LONGEST_ID ? id : `${name}:${createHash('sha256').update(id).digest('hex')}`
}

const triggerOne = async (ctx: EnvironmentCtx, input: TriggerInput, companyId: string | null) => {
  const workflow = input.name
  try {
    const status = await trigger(ctx, input, companyId)
    if (status !== 'processed') ctx.log.warn({ workflow, status }, 'a notification was not accepted')
  } catch (err) {
    if (!(err instanceof V1Error)) throw err
    ctx.log.warn({ workflow, err }, 'a notification was not accepted')
  }
}

type People = ReadonlyMap<string, { profile: audience.SubscriberProfile; suspended: boolean }>

const peopleOf = async (ctx: EnvironmentCtx, ids: readonly string[]): Promise<People> => {
  const rows = ids.length > 0 ? await findPeople(ctx, [...new Set(ids)]) : []
  return new Map(rows.map((row) => [row.id, { profile: profileOf(row), suspended: row.suspended }]))
}

/** Suspended users receive no notifications of a company. */
const recipientsOf = (notice: Notice, audience: readonly string[], people: People): Recipient[] => {
  const named = audience.flatMap((id) => people.get(id) ?? [])
  const heard = named.filter(({ suspended }) => notice.companyId === null || !suspended)
  return [...heard.map(({ profile }) => profile), ...topicsOf(notice)]
}

const userIdOf = ({ actor }: Ctx) => (actor.kind === 'user' ? actor.userId : null)

/**
 * Notifies people of what happened, in the caller's transaction, all but whoever did it: `actorId`. A workflow that an
 * admin switched off, changed beyond use or removed is logged and keeps nothing from happening; an error of the database
 * does.
 */
export const notify = async (
  ctx: Ctx,
  notices: readonly Notice[],
  actorId: string | null = userIdOf(ctx),
): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment || notices.length === 0) return
  const own = inEnvironment(ctx, environment)
  const audiences: (readonly string[])[] = []
  for (const notice of notices) audiences.push(await audienceOf(own, notice, actorId))
  const people = await peopleOf(own, [...audiences.flat(), ...(actorId === null ? [] : [actorId])])
  const companies = await companiesOf(own, notices)
  const { name: brandName, emailFooter: footer } = await brandOf(ctx)
  const actor = actorId === null ? undefined : people.get(actorId)?.profile
  for (const [i, notice] of notices.entries()) {
    const to = recipientsOf(notice, audiences[i] ?? [], people)
    if (to.length === 0) continue
    const { workflow, companyId, factId } = notice
    const company = companyId === null ? undefined : companies.get(companyId)
    const common: CommonPayload = {
      appUrl: publicOrigin(ctx.deps.config),
      brand: { name: brandName, footer },
      ...(company ? { company } : {}),
      ...(isImportant(workflow) ? { important: true } : {}),
    }
    const input = {
      ...{ name: workflow, to, actor, payload: payloadOf(notice.payload, common) },
      ...(companyId ? { tenant: companyId } : {}),
      ...(factId ? { transactionId: transactionOf(workflow, factId) } : {}),
    }
    await triggerOne(own, input, companyId)
  }
}
