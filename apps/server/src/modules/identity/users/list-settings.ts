import { type ListName, listNames } from '@recado/contracts/shared/list-names'
import { type ListSettings, listSettings } from '@recado/contracts/shared/lists'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findUser, mergePreferences } from './queries.ts'

const keyOf = (list: ListName) => `list:${list}`

/** How a person wants to see lists; those they left as they come are absent. */
export const readListSettings = async (ctx: UserCtx): Promise<{ list: ListName; settings: ListSettings }[]> => {
  const row = await findUser(ctx, ctx.actor.userId)
  if (!row) throw new AppError('not_found')
  return listNames.flatMap((list) => {
    const stored = listSettings.safeParse(row.preferences[keyOf(list)])
    return stored.success ? [{ list, settings: stored.data }] : []
  })
}

export const writeListSettings = (ctx: UserCtx, list: ListName, settings: ListSettings) =>
  inTransaction(ctx, async (tx) => {
    await mergePreferences(tx, tx.actor.userId, { [keyOf(list)]: settings })
    return { list, settings }
  })
