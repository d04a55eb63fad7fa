import type { DuplicatePair, listDuplicatePairs } from '@recado/contracts/contacts/duplicates'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { isUuid } from '#server/lib/ids.ts'
import { counted, pageFrom } from '#server/lib/page.ts'
import { displayNameOf, seesPersonalData, shownEmail, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { spendQuota } from '#server/modules/shared/quotas/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { lookForDuplicates } from './jobs.ts'
import { countPairs, decidePairs, isDecidable, listPairs, type PairRow, type PairSide } from './queries/pairs.ts'

const place = z.object({ score: z.number().min(0).max(1), id: z.string().refine(isUuid) })

const sideOf = (side: PairSide, full: boolean): DuplicatePair['contacts'][number] => ({
  id: side.id,
  displayName: displayNameOf(side, full),
  phone: shownPhone(side.phone, full),
  email: shownEmail(side.email, full),
  organization: side.organization,
  createdAt: side.createdAt,
  lastInboundAt: side.lastInboundAt,
})

const pairOf =
  (full: boolean) =>
  ({ id, score, reasons, foundAt, a, b }: PairRow): DuplicatePair => ({
    ...{ id, score, reasons, foundAt },
    contacts: [sideOf(a, full), sideOf(b, full)],
  })

/** Undecided pairs, the likeliest first. */
export const readPairs = async (ctx: CompanyCtx, query: z.output<typeof listDuplicatePairs.query>) => {
  const full = seesPersonalData(ctx)
  const rows = await listPairs(ctx, { after: decodeCursor(place, query.cursor), full }, query.limit + 1)
  const page = pageFrom(rows, query.limit, pairOf(full), ({ score, id }) => encodeCursor({ score, id }))
  return counted(page, query.count ? await countPairs(ctx, full) : undefined)
}

/** Says that pairs are two people, or takes that back; answers how many are others than before. */
export const decideAll = async (ctx: CompanyCtx, ids: readonly string[], state: 'open' | 'dismissed') => {
  const changed = await decidePairs(ctx, ids, state)
  if (changed > 0) emitChange(ctx, 'duplicate.updated', { companyId: ctx.company.id, ids })
  return { changed }
}

/** Says that a pair is two people, or takes that back. Throws `not_found`. */
export const decide = async (ctx: CompanyCtx, id: string, state: 'open' | 'dismissed'): Promise<undefined> => {
  if (!(await isDecidable(ctx, id))) throw new AppError('not_found')
  await decideAll(ctx, [id], state)
}

/** Looks for pairs now. Throws `quota_exceeded`. */
export const search = async (ctx: CompanyCtx): Promise<undefined> => {
  await spendQuota(ctx, 'duplicateSearches')
  await lookForDuplicates(ctx.deps, ctx.db, ctx.company.id)
  ctx.deps.jobs.wake('maintenance')
}
