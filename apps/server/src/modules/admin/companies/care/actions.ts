import type { EndpointInput } from '@recado/contracts'
import { companyFilter } from '@recado/contracts/admin/companies'
import {
  type CompanyCare,
  companyTag,
  companyTagLimit,
  type setCompanyCare as setCompanyCareEndpoint,
} from '@recado/contracts/admin/company-care'
import { featureFlagKeys, flagChoices } from '@recado/contracts/shared/feature-flags'
import { z } from 'zod'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { diffOf, recordAudit } from '#server/modules/shared/audit/index.ts'
import { listCompanyFlags, settleFlag } from '#server/modules/shared/feature-flags/index.ts'
import { type BulkRows, defineBulk, oneByOne, parseFilter } from '#server/modules/shared/tasks/index.ts'
import { findCompanyNames, listCompanyIds } from '../queries.ts'
import * as queries from './queries.ts'

const DAY = 86_400_000

/** Which companies the list of all companies means by a selection. */
const ofCompanies = {
  find: (ctx, ids) => findCompanyNames(ctx, ids),
  filter: (ctx, filter, limit) => listCompanyIds(ctx, parseFilter(companyFilter, filter), limit),
  tellsMissing: true,
} satisfies BulkRows<unknown>

const viewOf = (found: Awaited<ReturnType<typeof queries.findCare>>): CompanyCare => ({
  manager: found?.manager ?? null,
  tags: found?.care.tags ?? [],
  version: found?.care.version ?? 0,
})

/** What companies can be filed under, and who can look after them. */
export const listChoices = async (ctx: Ctx) => ({
  tags: await queries.listTags(ctx),
  managers: await queries.listStaff(ctx),
})

type CareInput = EndpointInput<typeof setCompanyCareEndpoint>['body']

// Of no company: its own people must not see it.
const record = (tx: Ctx, id: string, label: string, diff: Record<string, unknown>) =>
  recordAudit(tx, { action: 'company.care_changed', companyId: null, target: { type: 'company', id, label }, diff })

/** Says who looks after a company and how it is filed. Throws `conflict`, and `state_invalid` for who is no staff. */
export const setCare = (ctx: UserCtx, companyId: string, input: CareInput): Promise<CompanyCare> =>
  inTransaction(ctx, async (tx) => {
    const name = await queries.findName(tx, companyId)
    if (name === null) throw new AppError('not_found')
    const before = await queries.lockCare(tx, companyId)
    const { version, managerId } = input
    if (before.version !== version)
      throw new AppError('conflict', { data: { current: viewOf(await queries.findCare(tx, companyId)) } })
    if (managerId && managerId !== before.managerId && !(await queries.isWorkingStaff(tx, managerId)))
      throw new AppError('state_invalid', { data: { field: 'managerId' } })
    const values = { managerId, tags: [...new Set(input.tags)].sort() }
    await queries.updateCare(tx, before, values)
    await record(tx, companyId, name, diffOf(before, values))
    return viewOf(await queries.findCare(tx, companyId))
  })

/** How every feature flag turns out for a company. Throws `not_found`. */
export const listFlags = async (ctx: Ctx, companyId: string) => {
  if ((await queries.findName(ctx, companyId)) === null) throw new AppError('not_found')
  return listCompanyFlags(ctx, companyId)
}

const tags = z.array(companyTag)

/** Adds tags to companies and takes others away. A company that would have too many is left as it is. */
export const tagCompanies = defineBulk({
  kind: 'companies.tag',
  ability: 'admin.platform',
  args: z.object({ add: tags, remove: tags }),
  ...ofCompanies,
  apply: (ctx, rows, { add, remove }) =>
    oneByOne(ctx, rows, async (tx, { id, label }) => {
      const before = await queries.lockCare(tx, id)
      const kept = before.tags.filter((tag) => !remove.includes(tag))
      const after = [...new Set([...kept, ...add.filter((tag) => !remove.includes(tag))])].sort()
      if (after.length > companyTagLimit) throw new AppError('limit_reached', { data: { limit: companyTagLimit } })
      if (after.join('\n') === before.tags.join('\n')) return
      await queries.updateCare(tx, before, { tags: after })
      await record(tx, id, label, diffOf(before, { tags: after }))
    }),
})

/** Settles a feature flag for companies. */
export const setCompanyFlags = defineBulk({
  kind: 'companies.flags',
  ability: 'admin.platform',
  args: z.object({ key: z.enum(featureFlagKeys), choice: z.enum(flagChoices) }),
  ...ofCompanies,
  apply: async (ctx, rows, { key, choice }) => {
    await inTransaction(ctx, (tx) => settleFlag(tx, key, rows, choice))
    return []
  },
})

/** Tells the admins of companies something; those that were told of the same notice are left out. */
export const notifyCompanies = defineBulk({
  kind: 'companies.notify',
  ability: 'admin.platform',
  args: z.object({ key: z.uuid(), message: z.object({ en: z.string(), pt: z.string() }) }),
  ...ofCompanies,
  apply: async (ctx, rows, { key, message }) => {
    await inTransaction(ctx, async (tx) => {
      const ids = rows.map(({ id }) => id)
      const since = new Date(tx.now().getTime() - DAY)
      const noticed = ids.length > 0 ? await queries.listNoticed(tx, key, ids, since) : new Set()
      const fresh = rows.filter(({ id }) => !noticed.has(id))
      await emit(tx, 'company.notice_posted', ...fresh.map(({ id }) => ({ companyId: id, noticeId: key, ...message })))
      for (const { id, label } of fresh) {
        const target = { type: 'company', id, label }
        await recordAudit(tx, { action: 'company.notified', companyId: id, target, diff: { notice: key, message } })
      }
    })
    return []
  },
})
