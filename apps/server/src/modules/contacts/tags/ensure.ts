import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publishSettings } from '#server/modules/shared/settings-resource/index.ts'
import { findTagsByName, insertTags } from './queries.ts'

/**
 * Ids of the tags with these names, in the caller's transaction; what is not there yet is created, unless a company has
 * as many as it may: `limit_reached`. Capitals make no difference.
 */
export const ensureTags = async (tx: CompanyCtx, names: readonly string[]): Promise<Map<string, string>> => {
  const wanted = new Map(names.map((name) => [name.toLowerCase(), name]))
  if (wanted.size === 0) return new Map()
  const known = await findTagsByName(tx, [...wanted.values()])
  const missing = [...wanted].filter(([key]) => !known.some(({ name }) => name.toLowerCase() === key))
  if (missing.length > 0) {
    await insertTags(
      tx,
      missing.map(([, name]) => name),
    )
    publishSettings(tx, tx.company.id)
    known.push(
      ...(await findTagsByName(
        tx,
        missing.map(([, name]) => name),
      )),
    )
  }
  const ids = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]))
  if (ids.size < wanted.size) throw new AppError('limit_reached')
  return ids
}
