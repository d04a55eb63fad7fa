import { createHmac, randomBytes } from 'node:crypto'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { hashToken } from '#server/lib/seal.ts'
import {
  announceChange,
  createEnvironmentCache,
  type Environment,
  type EnvironmentCtx,
  inEnvironment,
} from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import * as queries from './queries.ts'

/** An environment with its first key in plain text, which is not returned again. */
export type CreatedEnvironment = { environment: Environment; apiKey: string }

const userOf = (ctx: Ctx) => (ctx.actor.kind === 'user' ? ctx.actor.userId : 'system')

/** Gives the environment a new key; answers it in plain text. */
const createApiKey = async (ctx: Ctx, environmentId: string): Promise<string> => {
  const key = randomBytes(16).toString('hex')
  await queries.insertApiKey(ctx, {
    id: createNotificationId(),
    environmentId,
    hash: hashToken(key),
    sealed: ctx.deps.sealer.seal(key),
    userId: userOf(ctx),
  })
  return key
}

/** Replaces the environment's keys; the former ones end at once, everywhere. */
export const regenerateApiKeys = (ctx: EnvironmentCtx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await queries.deleteApiKeys(tx)
    await createApiKey(tx, tx.environment.id)
    announceChange(tx)
  })

/** A new environment, ready for use: a key, the in-app channel and the group "General". */
export const createEnvironment = (
  ctx: Ctx,
  organization: { id: string; tier: Environment['tier'] },
  input: { name: string; parentId?: string | null },
): Promise<CreatedEnvironment> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.insertEnvironment(tx, {
      id: createNotificationId(),
      organizationId: organization.id,
      name: input.name,
      identifier: randomBytes(9).toString('base64url'),
      parentId: input.parentId ?? null,
    })
    const environment: Environment = { ...row, tier: organization.tier }
    const apiKey = await createApiKey(tx, row.id)
    await queries.insertFirstGroup(tx, { id: createNotificationId(), environmentId: row.id, name: 'General' })
    await queries.insertFirstIntegration(tx, {
      id: createNotificationId(),
      organizationId: organization.id,
      environmentId: row.id,
      name: 'In-app',
      identifier: 'in-app',
      providerId: 'novu',
      channel: 'in_app',
      credentials: tx.deps.sealer.seal('{}'),
      active: true,
    })
    return { environment, apiKey }
  })

const readFirstApiKey = createEnvironmentCache(async (ctx) => {
  const [key] = await queries.listApiKeys(ctx, [ctx.environment.id])
  if (!key) throw new Error('The environment has no key')
  return ctx.deps.sealer.open(key.sealed)
})

/** The oldest key of the environment in plain text: it signs subscriber hashes and webhook conditions. */
export const firstApiKey = (deps: Deps, environment: Environment): Promise<string> =>
  readFirstApiKey(inEnvironment(systemCtx(deps, 'notifications.sign'), environment))

/** What a page must show to start the widget of a subscriber, when the environment asks for it. */
export const subscriberHash = async (deps: Deps, environment: Environment, subscriberId: string): Promise<string> =>
  createHmac('sha256', await firstApiKey(deps, environment))
    .update(subscriberId)
    .digest('hex')
