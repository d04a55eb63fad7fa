import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import * as queries from './queries.ts'

/** Throws `validation_failed` unless each id is among those that were found. */
export const assertKnown = (path: string, ids: readonly string[], known: readonly string[]): void => {
  if (ids.every((id) => known.includes(id))) return
  throw new AppError('validation_failed', { errors: [{ path, code: 'not_found', message: 'No such thing here' }] })
}

type OwnedKind = Parameters<typeof queries.findIds>[1] | 'members'

/** Those of the ids that the company has. */
export const findExisting = async (ctx: CompanyCtx, kind: OwnedKind, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  return kind === 'members' ? queries.findMemberIds(ctx, [...ids]) : queries.findIds(ctx, kind, [...ids])
}

/** Throws `validation_failed` unless the company has all of them; nothing is asked for an empty list. */
export const assertOwned = async (
  ctx: CompanyCtx,
  kind: OwnedKind,
  ids: readonly string[],
  path: string,
): Promise<void> => {
  assertKnown(path, ids, await findExisting(ctx, kind, ids))
}

/** A setting that goes. */
export type RemovedSetting =
  | { labelId: string }
  | { teamId: string }
  | { cannedReplyId: string }
  /** Another tag takes its place. */
  | { tagId: string; intoId: string }

/** What a module does about a setting that is gone, in the transaction that removes it: it names the setting no longer. */
export type SettingRemovedHandler = (tx: CompanyCtx, removed: RemovedSetting) => Promise<void>

/** Settings that other things name, and which stay while they do unless a person removes them anyway. */
export type UsableKind = 'attribute' | 'list' | 'segment' | 'tag'

/** Something that names a setting. */
export type SettingUse = {
  /** The id of the setting; of an attribute its key. */
  setting: string
  by: 'segment' | 'view' | 'campaign' | 'automation'
  id: string
  name: string
  /** Whether the reader sees what names it, which may be another person's own. */
  seen: boolean
}

/** What of a module names settings of a kind. */
export type SettingUses = (ctx: CompanyCtx, kind: UsableKind) => Promise<SettingUse[]>

/** Everything in the company that names settings of a kind. */
export const findUses = async (ctx: CompanyCtx, kind: UsableKind): Promise<SettingUse[]> =>
  (await Promise.all(ctx.deps.handlers.settingUses.map((find) => find(ctx, kind)))).flat()

/** Throws `in_use`, with the names of what uses it, for a setting that others name. */
export const assertUnused = async (ctx: CompanyCtx, kind: UsableKind, setting: string): Promise<void> => {
  const uses = (await findUses(ctx, kind)).filter((use) => use.setting === setting)
  if (uses.length > 0) throw new AppError('in_use', { data: { names: uses.map(({ name }) => name).join(', ') } })
}

/** Lets every module leave out what it says of a setting that is gone. */
export const forgetReferences = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  for (const forget of tx.deps.handlers.settingRemoved) await forget(tx, removed)
}
