import type { Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { hashToken } from '#server/lib/seal.ts'
import {
  type Secrets,
  type SourceSettings,
  sourceNamed,
  type WebhookSource,
} from '#server/modules/integrations/webhook-sources/index.ts'
import { findByToken, type TokenRow } from './queries/inbound.ts'
import { openSecrets } from './secrets.ts'

/** For so long another process may still take an address as it was. */
const KNOWN_MS = 3000

/** Why nothing is done about what comes in: it is kept, and can be worked off later. */
export type Held = 'disabled' | 'access_revoked' | 'company_suspended'

/** Who is told things by an address. */
export type Receiver = {
  id: string
  companyId: string
  source: WebhookSource
  settings: SourceSettings
  addresses: readonly string[]
  /** Each of them is believed, until its time is over. */
  secrets: readonly { values: Secrets; until: Date | null }[]
  held: Held | null
  /** Someone waits to see what comes in. */
  isWatched: boolean
}

const heldOf = (row: TokenRow): Held | null => {
  if (row.company_status === 'suspended' || row.company_status === 'deleting') return 'company_suspended'
  if (!row.access_blocks.includes('integrations')) return 'access_revoked'
  return row.enabled ? null : 'disabled'
}

const receiverOf = async (deps: Deps, row: TokenRow): Promise<Receiver | null> => {
  const source = await sourceNamed(
    { deps, db: deps.database.db },
    { sourceKey: row.source_key, sourceNumber: row.source_number },
  )
  if (!source) return null
  const { addresses = [], ...settings } = row.settings as SourceSettings & { addresses?: string[] }
  const before = row.previous_secrets === null ? null : openSecrets(deps, row.previous_secrets)
  return {
    ...{ id: row.id, companyId: row.company_id, source, settings, addresses, held: heldOf(row) },
    secrets: [
      { values: openSecrets(deps, row.secrets), until: null },
      ...(before ? [{ values: before, until: row.previous_until }] : []),
    ],
    isWatched: row.listening_until !== null && row.listening_until > deps.now(),
  }
}

/** Whose address a token is. What is known is asked again every few seconds, and at once after a change. */
export const addressBook = perDeps((deps: Deps) => {
  const known = createCache<Receiver>({ ttlMs: KNOWN_MS, max: 5000 })
  deps.bus.subscribe('inbound.changed', ({ integrationId }) => known.invalidateWhere(({ id }) => id === integrationId))
  return {
    find: async (token: string): Promise<Receiver | null> => {
      const hash = hashToken(token)
      const atHand = known.get(hash)
      if (atHand) return atHand
      const row = await findByToken(deps.database.pool, hash)
      const receiver = row && (await receiverOf(deps, row))
      if (receiver) await known.load(hash, async () => receiver)
      return receiver
    },
  }
})
