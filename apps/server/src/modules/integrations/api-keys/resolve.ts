import type { AccessBlock } from '@recado/contracts'
import { apiKeyPrefixes } from '@recado/contracts/integrations/api-keys'
import type { Deps } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { KeyResolver } from '#server/http/key-caller.ts'
import { forgiveUnknown, refuseFlood } from '#server/http/public-throttle.ts'
import { isWithin } from '#server/lib/networks.ts'
import { hashToken } from '#server/lib/seal.ts'
import { findCaller, touchKey } from './queries.ts'
import { findSandbox } from './sandbox.ts'

/** The access block that keys are part of. */
const KEYS_NEED: AccessBlock = 'integrations'
/** A use is noted so often at most. */
const NOTED_EVERY_MS = 60_000

/**
 * Who a secret stands for. It is looked up each time, so that a key which was revoked ends at once. Throws
 * `unauthenticated`, `access_block_required`, `address_refused`; an address that tries many secrets is answered `rate_limited`.
 */
export const resolveKey: KeyResolver = async (deps: Deps, { secret, ip }) => {
  refuseFlood(deps, ip)
  const now = deps.now()
  const isOurs = Object.values(apiKeyPrefixes).some((prefix) => secret.startsWith(prefix))
  const row = isOurs ? await findCaller(deps.database.pool, hashToken(secret), now) : null
  if (!row) throw new AppError('unauthenticated')
  forgiveUnknown(deps, ip)
  if (!row.access_blocks.includes(KEYS_NEED))
    throw new AppError('access_block_required', { data: { block: KEYS_NEED } })
  if (!isWithin(row.addresses, ip)) throw new AppError('address_refused')
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > NOTED_EVERY_MS)
    await touchKey(deps.database.pool, row.id, { now, address: ip })
  const { mode, company_id: ownerId } = row
  const companyId = mode === 'test' ? await findSandbox(deps, ownerId) : ownerId
  return {
    actor: { kind: 'key', keyId: row.id, name: row.name, scopes: row.scopes, createdBy: row.created_by, ownerId, mode },
    company: {
      ...{ id: companyId, name: row.company_name, timezone: row.company_timezone },
      accessBlocks: row.access_blocks,
      readOnly: row.company_status === 'suspended' || row.company_status === 'deleting',
      // What a key may do is said by its scopes alone.
      member: { role: 'admin', grants: [], visibility: 'all' },
    },
    plan: row.plan,
  }
}
