import { type CompanyCtx, type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { ensureSandbox, refreshSandbox } from '#server/modules/companies/companies/index.ts'
import { copyDefinitions } from '#server/modules/contacts/attributes/index.ts'
import { ensureTestNumber } from '#server/modules/whatsapp/channels/index.ts'
import { copyPublished } from '#server/modules/whatsapp/templates/index.ts'

// Where test keys work: a company of its own with a number that answers by itself. It has the templates and the fields of
// contacts of the company that it is for, and nothing else of it.

/** For so long a sandbox goes without looking at its company. */
const FRESH_MS = 60_000

const refresh = async (tx: Ctx, companyId: string): Promise<string> => {
  await lockName(tx, `sandbox ${companyId}`)
  const sandboxId = await ensureSandbox(tx, companyId)
  await refreshSandbox(tx, companyId)
  const accountId = await ensureTestNumber(tx, sandboxId)
  await copyPublished(tx, companyId, { companyId: sandboxId, accountId })
  await copyDefinitions(tx, companyId, sandboxId)
  return sandboxId
}

/** Makes the sandbox of a company, in the transaction of its first test key. */
export const prepareSandbox = async (tx: CompanyCtx): Promise<void> => {
  await refresh(tx, tx.company.id)
}

const sandboxesOf = perDeps((deps: Deps) => createCache<string>({ ttlMs: FRESH_MS, now: () => deps.now().getTime() }))

/** The sandbox of a company, as the company was a minute ago at most. */
export const findSandbox = (deps: Deps, companyId: string): Promise<string> =>
  sandboxesOf(deps).load(companyId, () =>
    inTransaction(systemCtx(deps, 'api_keys.sandbox'), (tx) => refresh(tx, companyId)),
  )
