import { createHmac, randomBytes } from 'node:crypto'
import type { ServiceTier } from '@recado/contracts/notifications/domain'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import type { Branding } from '#server/db/schema/notifications.ts'
import { hashToken } from '#server/lib/seal.ts'
import {
  announceChange,
  createEnvironmentCache,
  type Environment,
  type EnvironmentCtx,
  inEnvironment,
} from '../context.ts'
import { createNotificationId } from '../ids.ts'
import { insertMember, insertOrganization, type OrganizationRow } from '../organizations/queries.ts'
import { findEnvironmentById } from '../wire/queries.ts'
import { PLATFORM_ORGANIZATION } from './platform.ts'
import * as queries from './queries.ts'

/** An environment with its first key in plain text, which nobody can read from the outside again. */
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
  organization: Pick<OrganizationRow, 'id' | 'tier'>,
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

type OrganizationInput = {
  name: string
  companyId?: string | null | undefined
  tier?: ServiceTier | undefined
  branding?: Branding | undefined
}

/** A new organisation with the environment "Development" and, promoted from it, "Production". */
export const createOrganization = (
  ctx: Ctx,
  input: OrganizationInput,
): Promise<{ organization: OrganizationRow; development: CreatedEnvironment; production: CreatedEnvironment }> =>
  inTransaction(ctx, async (tx) => {
    const organization = await insertOrganization(tx, { id: createNotificationId(), ...input })
    if (!organization) throw new Error('no organisation')
    if (tx.actor.kind === 'user') {
      const { userId, email, name } = tx.actor
      const member = { id: createNotificationId(), organizationId: organization.id, userId, email, name }
      await insertMember(tx, { ...member, role: 'admin' })
    }
    const development = await createEnvironment(tx, organization, { name: 'Development' })
    const parentId = development.environment.id
    const production = await createEnvironment(tx, organization, { name: 'Production', parentId })
    return { organization, development, production }
  })

const foundPlatform = async (deps: Deps): Promise<Environment> => {
  const ctx = systemCtx(deps, 'notifications.platform')
  const known = await queries.findRootEnvironmentId(ctx, PLATFORM_ORGANIZATION)
  const created = known
    ? null
    : await inTransaction(ctx, async (tx) => {
        const organization = await insertOrganization(tx, {
          id: PLATFORM_ORGANIZATION,
          name: 'Recado',
          tier: 'business',
          branding: { color: '#0b7285' },
        })
        return organization && createEnvironment(tx, organization, { name: 'Production' })
      })
  if (created) return created.environment
  const id = known ?? (await queries.findRootEnvironmentId(ctx, PLATFORM_ORGANIZATION))
  const environment = id ? await findEnvironmentById(ctx, id) : null
  if (!environment) throw new Error('The environment of the product is missing')
  return environment
}

const platforms = new WeakMap<Deps, Promise<Environment>>()

/** The environment that the product itself uses, made when it is missing. Call it once before the first transaction. */
export const ensurePlatformEnvironment = (deps: Deps): Promise<Environment> => {
  const known = platforms.get(deps)
  if (known) return known
  const environment = foundPlatform(deps)
  platforms.set(deps, environment)
  environment.catch(() => platforms.delete(deps))
  return environment
}

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

/** What reaches the product's own environment from the outside. */
export const platformCredentials = async (
  deps: Deps,
): Promise<{ environment: Environment; apiKey: string; identifier: string }> => {
  const environment = await ensurePlatformEnvironment(deps)
  return { environment, apiKey: await firstApiKey(deps, environment), identifier: environment.identifier }
}
