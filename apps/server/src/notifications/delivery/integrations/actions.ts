import { randomBytes } from 'node:crypto'
import type { CreateIntegration, UpdateIntegration } from '@recado/contracts/notifications/integrations'
import slugify from '@sindresorhus/slugify'
import { inTransaction } from '#server/context.ts'
import { findEnvironmentById } from '#server/notifications/audience/environments/queries.ts'
import { announceChange, type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { badRequest, conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { assertSendable, isComplete, loadCatalogue, readCredentials, tryCredentials } from './credentials.ts'
import * as queries from './queries.ts'
import { hasPrimary, rankIntegrations } from './ranking.ts'
import { openCredentials, senderFor } from './senders.ts'

type Row = queries.IntegrationRow

const seal = (ctx: EnvironmentCtx, credentials: object) => ctx.deps.sealer.seal(JSON.stringify(credentials))
const taken = (identifier: string) => conflict(`Integration with identifier ${identifier} already exists`)

/** The context of another environment of the same organisation; 404 for any other. */
const inEnvironmentOf = async (ctx: EnvironmentCtx, environmentId: string): Promise<EnvironmentCtx> => {
  if (environmentId === ctx.environment.id) return ctx
  const environment = await findEnvironmentById(ctx, environmentId)
  if (environment?.organizationId !== ctx.environment.organizationId)
    throw notFound(`Environment with id ${environmentId} not found`)
  return inEnvironment(ctx, environment)
}

/** An integration of any environment of the organisation. */
export const loadIntegration = async (ctx: EnvironmentCtx, id: string): Promise<Row> => {
  const row = await queries.findOrganizationIntegration(ctx, id)
  if (!row) throw notFound(`Integration with id ${id} not found`)
  return row
}

/** Writes down who is primary and who comes next, after one of them changed. */
const updateRanks = async (
  tx: EnvironmentCtx,
  channel: Row['channel'],
  change: Parameters<typeof rankIntegrations>[1] = {},
): Promise<void> => {
  if (hasPrimary(channel)) {
    const rows = await queries.listChannelIntegrations(tx, channel)
    const ranks = rankIntegrations(rows, change)
    const before = new Map(rows.map((row) => [row.id, row]))
    const former = ranks.filter(({ id, primary }) => !primary && before.get(id)?.primary)
    await queries.clearPrimary(
      tx,
      former.map(({ id }) => id),
    )
    for (const { id, ...rank } of ranks) {
      const known = before.get(id)
      if (known?.primary !== rank.primary || known.priority !== rank.priority) await queries.setRank(tx, id, rank)
    }
  }
  announceChange(tx)
}

const identifierOf = (name: string) =>
  `${slugify(name, { decamelize: false }) || 'integration'}-${randomBytes(4).toString('hex').slice(0, 6)}`

/** What an integration needs before anything is written: known, complete when it is active, and accepted by the provider. */
export const checkCredentials = async (
  ctx: EnvironmentCtx,
  named: Pick<Row, 'channel' | 'providerId'>,
  given: unknown,
  { active, check }: { active: boolean; check: boolean },
) => {
  const catalogue = loadCatalogue(named)
  if (active) assertSendable(catalogue)
  const credentials = readCredentials(catalogue, given, { complete: active })
  const { organizationId } = ctx.environment
  if (check && isComplete(catalogue, credentials))
    await tryCredentials(ctx.deps, { ...named, organizationId }, credentials)
  return { catalogue, credentials }
}

/** Connects a provider. The credentials are tried first, unless `check` is false. */
export const createIntegration = async (ctx: EnvironmentCtx, input: CreateIntegration): Promise<Row> => {
  const { providerId, channel, conditions } = input
  const active = input.active ?? false
  const target = await inEnvironmentOf(ctx, input._environmentId?.toLowerCase() ?? ctx.environment.id)
  if (input.identifier && (await queries.isIdentifierTaken(target, input.identifier))) throw taken(input.identifier)
  const options = { active, check: input.check ?? true }
  const { catalogue, credentials } = await checkCredentials(
    target,
    { channel, providerId },
    input.credentials ?? {},
    options,
  )
  const name = input.name ?? catalogue.displayName
  return inTransaction(target, async (tx) => {
    await queries.lockChannel(tx, channel)
    const others = await queries.listChannelIntegrations(tx, channel)
    if (channel === 'in_app' && others.length > 0) throw badRequest('One environment can only have one in-app provider')
    const identifier = input.identifier ?? identifierOf(name)
    const row = await queries.insertIntegration(tx, {
      id: createNotificationId(),
      organizationId: tx.environment.organizationId,
      environmentId: tx.environment.id,
      name,
      identifier,
      providerId,
      channel,
      credentials: seal(tx, credentials),
      active,
      conditions: conditions ?? [],
    })
    if (!row) throw taken(identifier)
    await updateRanks(tx, channel, active ? { newest: row.id } : {})
    return loadIntegration(tx, row.id)
  })
}

/** Changes what is given of it; credentials are replaced as a whole. */
export const updateIntegration = async (ctx: EnvironmentCtx, id: string, input: UpdateIntegration): Promise<Row> => {
  const known = await loadIntegration(ctx, id)
  const target = await inEnvironmentOf(ctx, known.environmentId)
  const active = input.active ?? known.active
  const touched = Boolean(input.credentials) || (active && !known.active)
  const given = input.credentials ?? openCredentials(ctx.deps, known)
  const credentials = touched
    ? (await checkCredentials(target, known, given, { active, check: input.check ?? true })).credentials
    : null
  return inTransaction(target, async (tx) => {
    await queries.lockChannel(tx, known.channel)
    const row = await loadIntegration(tx, known.id)
    const { identifier } = input
    if (identifier && identifier !== row.identifier && (await queries.isIdentifierTaken(tx, identifier)))
      throw taken(identifier)
    const free = await queries.updateIntegration(tx, row.id, {
      ...(input.name ? { name: input.name } : {}),
      ...(identifier ? { identifier } : {}),
      ...(credentials ? { credentials: seal(tx, credentials) } : {}),
      ...(input.conditions ? { conditions: input.conditions } : {}),
      active,
    })
    if (!free) throw taken(identifier ?? row.identifier)
    await updateRanks(tx, row.channel, active && !row.active ? { newest: row.id } : {})
    return loadIntegration(tx, row.id)
  })
}

/** Makes it the one that e-mails or text messages go through, and active; its conditions are cleared. */
export const setPrimaryIntegration = async (ctx: EnvironmentCtx, id: string): Promise<Row> => {
  const known = await loadIntegration(ctx, id)
  if (!hasPrimary(known.channel)) throw badRequest(`Channel ${known.channel} does not support primary`)
  const target = await inEnvironmentOf(ctx, known.environmentId)
  if (!known.active) {
    const catalogue = loadCatalogue(known)
    assertSendable(catalogue)
    readCredentials(catalogue, openCredentials(ctx.deps, known), { complete: true })
  }
  return inTransaction(target, async (tx) => {
    await queries.lockChannel(tx, known.channel)
    const row = await loadIntegration(tx, known.id)
    if (!row.active || row.conditions.length > 0)
      await queries.updateIntegration(tx, row.id, { active: true, conditions: [] })
    await updateRanks(tx, row.channel, { promoted: row.id })
    return loadIntegration(tx, row.id)
  })
}

/** Removes it; answers what remains in the organisation. */
export const deleteIntegration = async (ctx: EnvironmentCtx, id: string): Promise<Row[]> => {
  const known = await loadIntegration(ctx, id)
  const target = await inEnvironmentOf(ctx, known.environmentId)
  await inTransaction(target, async (tx) => {
    await queries.lockChannel(tx, known.channel)
    const row = await loadIntegration(tx, known.id)
    await queries.updateIntegration(tx, row.id, {
      deletedAt: tx.now(),
      deletedBy: tx.actor.kind === 'user' ? tx.actor.userId : null,
      active: false,
      primary: false,
      priority: 0,
    })
    await updateRanks(tx, row.channel)
  })
  return queries.listOrganizationIntegrations(ctx)
}

/** Whether receipts of an integration's provider are understood. */
export const understandsReceipts = async (ctx: EnvironmentCtx, providerOrIntegration: string): Promise<boolean> => {
  const row = await queries.findIntegrationByName(ctx, providerOrIntegration, { byProvider: true })
  if (!row) throw notFound(`Integration for ${providerOrIntegration} was not found`)
  return Boolean(senderFor(row)?.parseReceipts)
}
