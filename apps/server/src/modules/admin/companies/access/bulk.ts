import { accessBlocks, type EndpointInput } from '@recado/contracts'
import {
  type AccessChange,
  accessFilter,
  type changeAccessOfMany as changeAccessOfManyEndpoint,
  type previewAccessOfMany as previewAccessOfManyEndpoint,
} from '@recado/contracts/companies/company-access'
import { bulkNow } from '@recado/contracts/shared/lists'
import { z } from 'zod'
import type { UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type BulkRows, defineBulk, parseFilter, resolveIds } from '#server/modules/shared/tasks/index.ts'
import { changeAccess, previewAccess, withoutStanding } from './actions.ts'
import * as queries from './queries.ts'

const NAMES = 20

const ofAccess = {
  find: async (ctx, ids) => (await queries.findCompanyAccess(ctx, ids)).map(({ id, name }) => ({ id, label: name })),
  filter: (ctx, filter, limit) => queries.listCompanyIds(ctx, parseFilter(accessFilter, filter), limit),
  tellsMissing: true,
} satisfies BulkRows<unknown>

type Change = Pick<AccessChange, 'block' | 'effect'>

const changesFor = (rows: readonly { id: string }[], { block, effect }: Change): AccessChange[] =>
  rows.map(({ id }) => ({ companyId: id, block, effect }))

type Preview = EndpointInput<typeof previewAccessOfManyEndpoint>['body']

/** What one change would do to a selection, added up. Throws `conflict` when the selection is no longer what it was. */
export const previewAccessOfMany = async (ctx: UserCtx, { selection, ...change }: Preview) => {
  const ids = await resolveIds(ofAccess, ctx, selection, undefined)
  const sum = { companies: 0, gaining: 0, losing: 0, channels: 0, openConversations: 0 }
  const names: string[] = []
  for (let from = 0; from < ids.length; from += bulkNow) {
    const rows = await ofAccess.find(ctx, ids.slice(from, from + bulkNow))
    sum.companies += rows.length
    for (const outcome of await previewAccess(ctx, changesFor(rows, change))) {
      if (outcome.gained.length + outcome.lost.length > 0 && names.length < NAMES) names.push(outcome.name)
      if (outcome.gained.length > 0) sum.gaining += 1
      if (outcome.lost.length === 0) continue
      sum.losing += 1
      sum.channels += outcome.channels
      sum.openConversations += outcome.openConversations
    }
  }
  return { ...sum, names }
}

export const accessBulk = defineBulk({
  kind: 'access.change',
  ability: 'admin.platform',
  args: z.object({
    block: z.enum(accessBlocks),
    effect: z.enum(['grant', 'revoke', 'clear']),
    reason: z.string(),
    expiresAt: z.string().nullable(),
  }),
  ...ofAccess,
  apply: async (ctx, rows, { reason, expiresAt, ...wanted }) => {
    const changes = await withoutStanding(ctx, changesFor(rows, wanted), { reason, expiresAt })
    if (changes.length > 0) await changeAccess(ctx, { changes, reason, expiresAt })
    return []
  },
})

/** Makes one change of access to a selection of companies. Throws `conflict`, and `validation_failed` for a past end. */
export const changeAccessOfMany = (
  ctx: UserCtx,
  { selection, ...args }: EndpointInput<typeof changeAccessOfManyEndpoint>['body'],
) => {
  if (args.expiresAt && new Date(args.expiresAt) <= ctx.now())
    throw new AppError('validation_failed', {
      errors: [{ path: 'expiresAt', code: 'past', message: 'Lies in the past' }],
    })
  return accessBulk.run(ctx, selection, args)
}
