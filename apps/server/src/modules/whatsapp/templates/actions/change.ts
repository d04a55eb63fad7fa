import type { BulkOutcome, BulkSelection } from '@recado/contracts/shared/lists'
import { countLimit } from '@recado/contracts/shared/lists'
import { type TemplateChange, templateFilters } from '@recado/contracts/whatsapp/templates'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/errors.ts'
import * as groups from '../queries/groups.ts'
import type { TemplateRow } from '../queries/templates.ts'
import { listUses } from '../queries/uses.ts'
import { copyRow } from './draft.ts'
import { archiveTemplate, deleteTemplate } from './remove.ts'
import { syncAccountTemplates } from './sync.ts'

type Skipped = BulkOutcome['skipped'][number]
/** A chosen name with all its languages. */
export type Chosen = groups.TemplateName & { companyId: string; rows: TemplateRow[] }

const missing = (ids: readonly string[], chosen: readonly Chosen[]): Skipped[] => {
  const known = new Set(chosen.flatMap(({ rows }) => rows.map(({ id }) => id)))
  return ids.filter((id) => !known.has(id)).map((id) => ({ id, label: '', code: 'not_found' }))
}

const withLanguages = async (ctx: Ctx, names: readonly groups.TemplateName[]): Promise<Chosen[]> => {
  const rows = names.length > 0 ? (await groups.listLanguages(ctx, names)).map(({ row }) => row) : []
  const byName = Map.groupBy(rows, (row) => `${row.waAccountId} ${row.name}`)
  return names.flatMap((name) => {
    const own = byName.get(`${name.accountId} ${name.name}`) ?? []
    return own[0] ? [{ ...name, companyId: own[0].companyId, rows: own }] : []
  })
}

/**
 * The names that someone chose, within what they may see, and what of the selection is not there. Throws `not_found`
 * when nothing of it is, `validation_failed` for an unknown filter, `conflict` when filters leave another number of names by now.
 */
export const resolveSelection = async (
  ctx: Ctx,
  reach: groups.Reach,
  companyIds: readonly string[],
  selection: BulkSelection,
): Promise<{ chosen: Chosen[]; skipped: Skipped[] }> => {
  if ('ids' in selection) {
    const chosen = await withLanguages(ctx, await groups.listNamesOf(ctx, reach, selection.ids))
    if (chosen.length === 0) throw new AppError('not_found')
    return { chosen, skipped: missing(selection.ids, chosen) }
  }
  const parsed = templateFilters.safeParse(selection.filter)
  if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
  const used = (await listUses(ctx, companyIds)).map(({ name, language }) => `${name} ${language}`)
  const search = { reach, filters: parsed.data, used }
  const names = await groups.listNames(ctx, search, { after: null, limit: countLimit + 1 })
  if (names.length !== selection.expected) throw new AppError('conflict', { data: { count: names.length } })
  return { chosen: await withLanguages(ctx, names), skipped: [] }
}

export type Change = Exclude<TemplateChange, { action: 'sync' }>

const skip = (error: unknown, id: string, label: string): Skipped => {
  if (error instanceof AppError) return { id, label, code: error.code }
  throw error
}

/** What could not be done of a name; nothing when all was, also when it was so already. */
const changeOne = async (ctx: CompanyCtx, { name, rows }: Chosen, change: Change): Promise<Skipped[]> => {
  const [first] = rows
  if (!first) return []
  const attempt = async (id: string, label: string, run: () => Promise<unknown>): Promise<Skipped[]> =>
    run().then(
      () => [],
      (error: unknown) => [skip(error, id, label)],
    )
  if (change.action === 'delete') return attempt(first.id, name, () => deleteTemplate(ctx, first.id, 'name'))
  if (change.action === 'copy') {
    const failed: Skipped[] = []
    for (const row of rows)
      failed.push(...(await attempt(row.id, `${name} (${row.language})`, () => copyRow(ctx, row, change))))
    return failed
  }
  const archived = change.action === 'archive'
  if (rows.every((row) => (row.archivedAt !== null) === archived)) return []
  return attempt(first.id, name, () => archiveTemplate(ctx, first.id, archived))
}

/** Changes names one after the other; what cannot be changed is skipped with its reason. Safe to run twice. */
export const changeChosen = async (
  ctx: CompanyCtx,
  chosen: readonly Chosen[],
  change: Change,
  each?: () => Promise<void>,
): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { done: 0, skipped: [] }
  for (const one of chosen) {
    const failed = await changeOne(ctx, one, change)
    outcome.skipped.push(...failed)
    if (failed.length === 0) outcome.done += 1
    await each?.()
  }
  return outcome
}

/**
 * Reads the accounts of these names from Meta again; the names of one that Meta does not answer for are skipped. Throws
 * `provider_error` or `channel_not_sendable` when that is all of them.
 */
export const syncChosen = async (ctx: Ctx, chosen: readonly Chosen[]): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { done: 0, skipped: [] }
  const errors: unknown[] = []
  for (const [accountId, names] of Map.groupBy(chosen, (one) => one.accountId)) {
    try {
      await syncAccountTemplates(ctx, names[0]?.companyId ?? '', accountId)
      outcome.done += names.length
    } catch (error) {
      outcome.skipped.push(...names.map(({ name, rows }) => skip(error, rows[0]?.id ?? '', name)))
      errors.push(error)
    }
  }
  if (outcome.done === 0 && errors.length > 0) throw errors[0]
  return outcome
}
