import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import * as queries from './queries/sandboxes.ts'

/** The company in which the test keys of another work, made when it is first asked for. In the caller's transaction. */
export const ensureSandbox = async (tx: Ctx, companyId: string): Promise<string> => {
  await queries.insertSandbox(tx, newId(), companyId)
  const id = await queries.findSandbox(tx, companyId)
  if (!id) throw new Error(`Company ${companyId} has no sandbox`)
  return id
}

/** Gives a sandbox what its company is called and may do. */
export const refreshSandbox = (ctx: Ctx, companyId: string): Promise<void> => queries.updateSandbox(ctx, companyId)

/** A sandbox goes with its company. */
export const removeSandbox = (ctx: Ctx, { id, deletedAt }: { id: string; deletedAt: Date }): Promise<void> =>
  queries.removeSandbox(ctx, id, deletedAt)
