import { type Ability, type AbilityFacts, type MemberRole, refuseAbility, type UserRole } from '@recado/contracts'
import { type ApiScope, abilitiesOfScopes } from '@recado/contracts/api-scopes'
import type { GuardedConnect, GuardedRequest } from '@recado/providers/outbound'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import type { RecordedHandler } from '#server/modules/inbox/recording/index.ts'
import type { Admission } from './admission/admission.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/client.ts'
import { dbOf, inSqlTransaction } from './db/sql-transaction.ts'
import type { EventHandlers, Listeners } from './events.ts'
import { AppError } from './http/app-error.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { ArchiveDefinition } from './lib/archive-table.ts'
import type { EraseHandler } from './lib/erasure.ts'
import type { Mailer } from './lib/mailer/mailer.ts'
import { variantOf } from './lib/per-deps.ts'
import type { Sealer } from './lib/seal.ts'
import type { FileStore } from './lib/storage/file-store.ts'
import type { MemberLeavingHandler } from './modules/companies/companies/index.ts'
import type { CompanyPurgeHandler } from './modules/companies/removal/index.ts'
import type { RetainedRows } from './modules/companies/retention/index.ts'
import type { MergeHandler } from './modules/contacts/merges/index.ts'
import type { ContactEventHandler } from './modules/contacts/timeline/index.ts'
import type { Memberships } from './modules/identity/auth/index.ts'
import type { StartedHandler, TimelineSource } from './modules/inbox/conversations/index.ts'
import type { HeldHandler } from './modules/inbox/held-messages/index.ts'
import type { SettingRemovedHandler, SettingUses } from './modules/shared/settings-resource/index.ts'
import type { ListExport } from './modules/shared/tasks/index.ts'
import type { ChannelMovedHandler } from './modules/whatsapp/channels/index.ts'
import type { SettledHandler } from './modules/whatsapp/sending/index.ts'
import type { WebhookHandler } from './modules/whatsapp/webhooks/index.ts'
import type { InboxGuard, NotificationEngine } from './notifications/index.ts'
import type { RealtimeBus } from './realtime/bus.ts'

/** What was registered for each hook, in the order in which it runs. */
export type Handlers = {
  event: readonly EventHandlers[]
  settled: readonly SettledHandler[]
  settingRemoved: readonly SettingRemovedHandler[]
  settingUses: readonly SettingUses[]
  held: readonly HeldHandler[]
  timeline: readonly TimelineSource[]
  contactEvents: readonly ContactEventHandler[]
  started: readonly StartedHandler[]
  merge: readonly MergeHandler[]
  erase: readonly EraseHandler[]
  recorded: readonly RecordedHandler[]
  webhook: readonly WebhookHandler[]
  memberLeaving: readonly MemberLeavingHandler[]
  channelMoved: readonly ChannelMovedHandler[]
  companyPurge: readonly CompanyPurgeHandler[]
  retention: readonly RetainedRows[]
}

/** `down`: it has ended and is about to be started again. */
export type WorkerState = 'starting' | 'working' | 'down'

/** The worker process beside this one, as this one sees it. */
export type WorkerWatch = {
  state: () => WorkerState
  /** Its metrics as Prometheus reads them; nothing when it does not answer. */
  metrics: () => Promise<string>
}

/** What the whole process shares; made once in `main.ts`, or by a test. */
export type Deps = {
  config: Config
  database: Database
  /** Fewer connections, which bulk work has for itself, so that people never wait for one behind it. */
  bulkDatabase: Database
  /** Says how much bulk work may be done now. */
  admission: Admission
  sealer: Sealer
  bus: RealtimeBus
  jobs: JobQueue
  /** What the archives of companies and of people hold. */
  archive: Required<ArchiveDefinition>
  /** Every list that can be had as a file. */
  listExports: readonly ListExport[]
  memberships: Memberships
  /** What modules do in the transaction of one below them, by its hook. */
  handlers: Handlers
  /** What each event sets off. */
  listeners: Listeners
  notifications: NotificationEngine
  inboxGuard: InboxGuard
  mailer: Mailer
  /** Calls addresses that people typed. */
  outbound: GuardedRequest
  /** Opens connections to addresses that people typed, for protocols other than HTTP. */
  outboundSocket: GuardedConnect
  files: FileStore
  log: FastifyBaseLogger
  /** Null where the worker has no process of its own that this one started. */
  worker: WorkerWatch | null
  /** Names this process in leases. */
  processId: string
  now: () => Date
}

export type UserActor = {
  kind: 'user'
  userId: string
  sessionId: string
  email: string
  name: string
  role: UserRole
  waOperator: boolean
  impersonatorId: string | null
  /** While impersonating: `view` may change nothing. */
  impersonationMode?: 'view' | 'act' | null
}
/** A program that acts with an API key of a company, and for whoever made the key, while they are known. */
export type KeyActor = {
  kind: 'key'
  keyId: string
  name: string
  scopes: readonly ApiScope[]
  createdBy: string | null
  /** The company that has the key; it works in a sandbox of that one when its mode is `test`. */
  ownerId: string
  mode: 'live' | 'test'
}
/** Who acts: a user, a subscriber at an inbox, an API key, a smart agent, a scheduled job, or an anonymous caller. */
export type Actor =
  | UserActor
  | { kind: 'subscriber'; subscriberId: string; environmentId: string }
  | KeyActor
  | { kind: 'apiKey'; environmentId: string }
  | { kind: 'agent'; agentId: string }
  | { kind: 'system'; name: string }
  | { kind: 'anonymous' }

export type CompanyContext = {
  id: string
  name: string
  timezone: string
  accessBlocks: readonly string[]
  /** Suspended, or about to be deleted: everything can be read and nothing changed. */
  readOnly?: boolean
  member: {
    role: MemberRole
    grants: readonly string[]
    visibility: 'all' | 'teams' | 'assigned'
  }
}

/** Everything an action needs. `db` is the pool or the transaction it runs in; `company` is null outside of one. */
export type Ctx = {
  actor: Actor
  company: CompanyContext | null
  db: Db
  deps: Deps
  log: FastifyBaseLogger
  requestId: string
  ip: string | null
  userAgent?: string | null
  now: () => Date
  inTransaction: boolean
  /** Runs after the outermost transaction commits; at once when there is none. */
  afterCommit: (fn: () => void) => void
}
export type CompanyCtx = Ctx & { company: CompanyContext }
export type UserCtx = Ctx & { actor: UserActor }

/** Runs `fn` in a transaction, or in the one `ctx` is already in. Rolls back when it throws. */
export const inTransaction = async <C extends Ctx, R>(ctx: C, fn: (tx: C) => Promise<R>): Promise<R> => {
  if (ctx.inTransaction) return fn(ctx)
  const effects: (() => void)[] = []
  const result = await ctx.deps.database.db.transaction((db) =>
    fn({
      ...ctx,
      db,
      inTransaction: true,
      afterCommit: (effect: () => void) => void effects.push(effect),
    }),
  )
  for (const effect of effects) effect()
  return result
}

/**
 * A transaction of its own on one connection of `pool`, for statements written by hand: `client` and `tx.db` are the same
 * transaction. `begin` may carry settings of it.
 */
export const inTransactionOn = async <C extends Ctx, R>(
  pool: Pool,
  ctx: C,
  fn: (tx: C, client: PoolClient) => Promise<R>,
  begin?: string,
): Promise<R> => {
  const effects: (() => void)[] = []
  const afterCommit = (effect: () => void) => void effects.push(effect)
  const result = await inSqlTransaction(
    pool,
    (client) => fn({ ...ctx, db: dbOf(client), inTransaction: true, afterCommit }, client),
    begin,
  )
  for (const effect of effects) effect()
  return result
}

/** The same on the connections of bulk work. */
export const forBulk = (deps: Deps): Deps => variantOf(deps, { database: deps.bulkDatabase })

/** A context for work that no person asked for. */
export const systemCtx = (deps: Deps, name: string, company: CompanyContext | null = null): Ctx => ({
  actor: { kind: 'system', name },
  company,
  db: deps.database.db,
  deps,
  log: deps.log,
  requestId: name,
  ip: null,
  now: deps.now,
  inTransaction: false,
  afterCommit: (fn) => fn(),
})

export const factsOf = (ctx: Pick<Ctx, 'actor' | 'company'>): AbilityFacts => ({
  role: ctx.actor.kind === 'user' ? ctx.actor.role : 'customer',
  waOperator: ctx.actor.kind === 'user' && ctx.actor.waOperator,
  impersonated: ctx.actor.kind === 'user' && ctx.actor.impersonatorId !== null,
  company: ctx.company && {
    accessBlocks: ctx.company.accessBlocks,
    role: ctx.company.member.role,
    grants: ctx.company.member.grants,
  },
  ...(ctx.actor.kind === 'key' && { only: abilitiesOfScopes(ctx.actor.scopes) }),
})

/**
 * Throws `forbidden`, `access_block_required` or `not_while_impersonating` unless the actor has the ability. The system
 * may do everything.
 */
export const assertAbility = (ctx: Pick<Ctx, 'actor' | 'company'>, ability: Ability): void => {
  if (ctx.actor.kind === 'system') return
  if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated')
  if (ctx.actor.kind !== 'user' && ctx.actor.kind !== 'key') throw new AppError('forbidden')
  const refusal = refuseAbility(ability, factsOf(ctx))
  if (refusal === 'forbidden') throw new AppError('forbidden')
  if (refusal === 'impersonated') throw new AppError('not_while_impersonating')
  if (refusal)
    throw new AppError('access_block_required', {
      data: { block: refusal.block },
    })
}
