import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import * as queries from './queries.ts'

/** Throws `validation_failed` unless each id is among those that were found. */
export const assertKnown = (path: string, ids: readonly string[], known: readonly string[]): void => {
  if (ids.every((id) => known.includes(id))) return
  throw new AppError('validation_failed', { errors: [{ path, code: 'not_found', message: 'No such thing here' }] })
}

/** Throws `validation_failed` unless the company has all of them; nothing is asked for an empty list. */
export const assertOwned = async (
  ctx: CompanyCtx,
  kind: 'businessHours' | 'labels' | 'teams' | 'members' | 'channels',
  ids: readonly string[],
  path: string,
): Promise<void> => {
  if (ids.length === 0) return
  const list = [...ids]
  const known = kind === 'members' ? await queries.findMemberIds(ctx, list) : await queries.findIds(ctx, kind, list)
  assertKnown(path, list, known)
}

/**
 * A setting that goes. A tag, list or attribute stays where it is used, unless somebody says that it goes all the same
 * (`force`): the handlers throw `in_use`.
 */
export type RemovedSetting =
  | { labelId: string }
  | { teamId: string }
  | { cannedReplyId: string }
  | { tagId: string; force: boolean }
  /** Another tag takes its place. */
  | { tagId: string; intoId: string }
  | { listId: string; force: boolean }
  | { attributeKey: string; force: boolean }

/** What a module does about a setting that is gone, in the transaction that removes it: it names the setting no longer. */
export type SettingRemovedHandler = (tx: CompanyCtx, removed: RemovedSetting) => Promise<void>

/** Lets every module leave out what it says of a setting that is gone. */
export const forgetReferences = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  for (const forget of tx.deps.handlers.settingRemoved) await forget(tx, removed)
}
