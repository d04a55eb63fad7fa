import { randomBytes } from 'node:crypto'
import type { EndpointInput } from '@recado/contracts'
import { refuseAbility } from '@recado/contracts'
import { type ApiScope, scopeAbilities } from '@recado/contracts/api-scopes'
import * as contract from '@recado/contracts/integrations/api-keys'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { type CompanyCtx, factsOf, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { isNetwork } from '#server/lib/networks.ts'
import { hashToken } from '#server/lib/seal.ts'
import {
  assertRoom,
  assertVersion,
  auditSetting,
  changeSettings,
  found,
} from '#server/modules/shared/settings-resource/index.ts'
import * as queries from './queries.ts'
import { prepareSandbox } from './sandbox.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const SECRET_BYTES = 30
/** Characters of a secret that are shown. */
export const PREFIX_LENGTH = contract.apiKeyPrefixes.live.length + 4

type MemberCtx = CompanyCtx & UserCtx

const viewOf = (ctx: CompanyCtx, row: queries.KeyRow): contract.ApiKey => {
  const { id, name, mode, prefix, addresses, expiresAt, previousUntil, lastUsedAt, lastAddress, createdAt, version } =
    row
  const over = expiresAt !== null && expiresAt <= ctx.now()
  const overlaps = row.previousHash !== null && previousUntil !== null && previousUntil > ctx.now()
  return {
    ...{ id, name, mode, prefix, addresses, lastAddress, version, scopes: row.scopes as ApiScope[] },
    state: row.revokedAt ? 'revoked' : over ? 'expired' : 'active',
    expiresAt: expiresAt?.toISOString() ?? null,
    previousUntil: overlaps ? previousUntil.toISOString() : null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdBy: personOf(row.createdBy, row.creatorName, row.creatorFileId),
    createdAt: createdAt.toISOString(),
  }
}

/** Keys of the company, the newest first. */
export const listKeys = async (ctx: CompanyCtx): Promise<contract.ApiKey[]> =>
  (await queries.listKeys(ctx)).map((row) => viewOf(ctx, row))

/** Throws `scope_not_held` for scopes that hold what their giver may not do. */
const assertHeld = (ctx: MemberCtx, scopes: readonly ApiScope[]): void => {
  const beyond = scopes.filter((scope) =>
    scopeAbilities[scope].some((ability) => refuseAbility(ability, factsOf(ctx)) !== null),
  )
  if (beyond.length > 0) throw new AppError('scope_not_held', { data: { scopes: beyond } })
}

const assertNetworks = (addresses: readonly string[]): void => {
  const errors = addresses.flatMap((address, index) =>
    isNetwork(address) ? [] : [{ path: `addresses.${index}`, code: 'invalid', message: 'Not an address or a network' }],
  )
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

const newSecret = (mode: contract.ApiKeyMode) => {
  const secret = `${contract.apiKeyPrefixes[mode]}${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { secret, stored: { prefix: secret.slice(0, PREFIX_LENGTH), secretHash: hashToken(secret) } }
}

const audit = (tx: CompanyCtx, action: AuditAction, row: { id: string; name: string }, fields: object = {}) =>
  auditSetting(tx, action, row, fields)

type Creation = EndpointInput<typeof contract.createApiKey>['body']

/** Adds a key. Throws `limit_reached`, `scope_not_held`, `validation_failed`. */
export const createKey = (ctx: MemberCtx, input: Creation): Promise<contract.ApiKeyWithSecret> =>
  changeSettings(ctx, async (tx) => {
    assertRoom(await queries.countKeys(tx), contract.apiKeyLimit)
    assertHeld(ctx, input.scopes)
    assertNetworks(input.addresses)
    const { expiresInDays, name, mode, scopes, addresses } = input
    if (mode === 'test') await prepareSandbox(tx)
    const { secret, stored } = newSecret(mode)
    const id = newId()
    const expiresAt = expiresInDays === null ? null : new Date(tx.now().getTime() + expiresInDays * DAY)
    await queries.insertKey(tx, {
      ...{ ...stored, id, name, mode, scopes: [...new Set(scopes)], addresses, expiresAt },
      ...{ createdBy: ctx.actor.userId, createdAt: tx.now(), updatedAt: tx.now() },
    })
    await audit(tx, 'api_key.created', { id, name }, { mode, scopes, addresses, expiresAt })
    return { ...viewOf(tx, found(await queries.findKey(tx, id))), secret }
  })

const assertUsable = (tx: CompanyCtx, row: queries.KeyRow): void => {
  const { state } = viewOf(tx, row)
  if (state !== 'active') throw new AppError('state_invalid', { data: { state } })
}

type Change = EndpointInput<typeof contract.updateApiKey>['body']

/** Changes a key. Throws `not_found`, `conflict`, `state_invalid`, `scope_not_held`, `validation_failed`. */
export const updateKey = (ctx: MemberCtx, id: string, { version, ...change }: Change): Promise<contract.ApiKey> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findKey(tx, id))
    assertVersion(viewOf(tx, row), version)
    assertUsable(tx, row)
    // What the key has already was given by someone who had it.
    assertHeld(
      ctx,
      (change.scopes ?? []).filter((scope) => !row.scopes.includes(scope)),
    )
    assertNetworks(change.addresses ?? [])
    await queries.updateKey(tx, id, given(change))
    await audit(tx, 'api_key.updated', { id, name: change.name ?? row.name }, given(change))
    return viewOf(tx, found(await queries.findKey(tx, id)))
  })

type Rotation = EndpointInput<typeof contract.rotateApiKey>['body']

/** Gives a key another secret. Throws `not_found`, `conflict`, `state_invalid`, `scope_not_held`. */
export const rotateKey = (
  ctx: MemberCtx,
  id: string,
  { overlapHours, version }: Rotation,
): Promise<contract.ApiKeyWithSecret> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findKey(tx, id))
    assertVersion(viewOf(tx, row), version)
    assertUsable(tx, row)
    // Who sees the new secret can do what it can.
    assertHeld(ctx, row.scopes as ApiScope[])
    const { secret, stored } = newSecret(row.mode)
    const previous =
      overlapHours === 0
        ? { previousHash: null, previousUntil: null }
        : { previousHash: row.secretHash, previousUntil: new Date(tx.now().getTime() + overlapHours * HOUR) }
    await queries.updateKey(tx, id, { ...stored, ...previous })
    await audit(tx, 'api_key.rotated', row, { overlapHours })
    return { ...viewOf(tx, found(await queries.findKey(tx, id))), secret }
  })

/** Ends a key for good; one that was revoked stays so. Throws `not_found`. */
export const revokeKey = (ctx: CompanyCtx, id: string): Promise<contract.ApiKey> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findKey(tx, id))
    if (row.revokedAt === null) {
      await queries.updateKey(tx, id, { revokedAt: tx.now(), previousHash: null, previousUntil: null })
      await audit(tx, 'api_key.revoked', row)
    }
    return viewOf(tx, found(await queries.findKey(tx, id)))
  })
