import { inTransaction } from '#server/context.ts'
import type { EraseHandler } from '#server/lib/erasure.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { forgetInImports } from './forget.ts'

/** The files and rows that they came in by, which may have others in them. */
export const eraseImports: EraseHandler = async ({ deps }, { companyId, contactIds }) => {
  const settings = await settingsOf(deps, companyId)
  if (settings) await inTransaction(automationCtx(deps, settings), (tx) => forgetInImports(tx, contactIds))
  return {}
}
