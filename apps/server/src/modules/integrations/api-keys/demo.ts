import { apiScopes } from '@recado/contracts/api-scopes'
import { type ApiKeyMode, apiKeyModes, apiKeyPrefixes } from '@recado/contracts/integrations/api-keys'
import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { hashToken } from '#server/lib/seal.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { PREFIX_LENGTH } from './actions.ts'
import { findBySecret, findOwnerId, insertKey } from './queries.ts'
import { prepareSandbox } from './sandbox.ts'

export type DemoKeys = { liveKey: string; testKey: string }

const names = { live: 'Demo', test: 'Demo (test)' } as const satisfies Record<ApiKeyMode, string>

/** The same at each start, and another one once someone has ended it. It is stored nowhere. */
const secretOf = (tx: CompanyCtx, mode: ApiKeyMode, turn: number): string =>
  `${apiKeyPrefixes[mode]}${tx.deps.sealer.sign('demo_key', `${tx.company.id} ${mode} ${turn}`).slice(0, 40)}`

const ensureKey = async (tx: CompanyCtx, mode: ApiKeyMode): Promise<string> => {
  for (let turn = 0; ; turn++) {
    const secret = secretOf(tx, mode, turn)
    const secretHash = hashToken(secret)
    const known = await findBySecret(tx, secretHash)
    if (known && known.revokedAt === null) return secret
    if (known) continue
    const stored = { prefix: secret.slice(0, PREFIX_LENGTH), secretHash, scopes: [...apiScopes], addresses: [] }
    await insertKey(tx, {
      ...{ ...stored, id: newId(), name: names[mode], mode, createdBy: await findOwnerId(tx) },
      ...{ createdAt: tx.now(), updatedAt: tx.now() },
    })
    return secret
  }
}

/** A live and a test key of a company of the demo with every scope, for scripts. */
export const ensureDemoKeys = async (deps: Deps, companyId: string): Promise<DemoKeys | null> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return null
  return inTransaction(automationCtx(deps, settings), async (tx) => {
    await prepareSandbox(tx)
    const [liveKey = '', testKey = ''] = [await ensureKey(tx, apiKeyModes[0]), await ensureKey(tx, apiKeyModes[1])]
    return { liveKey, testKey }
  })
}
