import { accessBlocks, type EndpointInput } from '@recado/contracts'
import type {
  AccessChange,
  BlockState,
  changeAccess as changeAccessEndpoint,
} from '@recado/contracts/companies/company-access'
import { countLimit } from '@recado/contracts/shared/lists'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, instantPlace, keyPlace } from '#server/lib/cursor.ts'
import { newId } from '#server/lib/ids.ts'
import { counted, type PageInput, pageFrom } from '#server/lib/page.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { expireAccessJob } from './jobs.ts'
import { effectiveBlocks, isInForce, without } from './policy.ts'
import * as queries from './queries.ts'
import { recomputeAccess } from './recompute.ts'

type Active = Awaited<ReturnType<typeof queries.listActiveOverrides>>[number]

const statesOf = (company: queries.CompanyAccess, active: readonly Active[], now: Date): BlockState[] => {
  const effective = effectiveBlocks(
    company.planBlocks,
    active.map(({ override }) => override),
    now,
  )
  return accessBlocks.map((block) => {
    const found = active.find(({ override }) => override.block === block && isInForce(override, now))
    return {
      block,
      effective: effective.includes(block),
      plan: company.planBlocks.includes(block),
      override: found
        ? {
            effect: found.override.effect,
            reason: found.override.reason,
            author: found.author,
            expiresAt: found.override.expiresAt?.toISOString() ?? null,
            createdAt: found.override.createdAt.toISOString(),
          }
        : null,
    }
  })
}

/** The blocks of companies and where each comes from. */
export const blockStates = async (ctx: Ctx, companies: readonly queries.CompanyAccess[]) => {
  const ids = companies.map(({ id }) => id)
  const active = ids.length > 0 ? await queries.listActiveOverrides(ctx, ids) : []
  const byCompany = Map.groupBy(active, ({ override }) => override.companyId)
  return new Map(
    companies.map((company) => [company.id, statesOf(company, byCompany.get(company.id) ?? [], ctx.now())]),
  )
}

/** One page of the matrix of companies and blocks. */
export const listAccess = async (ctx: Ctx, { cursor, limit, count, ...filters }: queries.AccessFilters & PageInput) => {
  const place = decodeCursor(keyPlace, cursor)
  const after = place && { name: place.key, id: place.id }
  const rows = await queries.listCompanyAccess(ctx, filters, after, limit + 1)
  const states = await blockStates(ctx, rows)
  const total = count && (await queries.countCompanyAccess(ctx, filters, countLimit + 1))
  const page = pageFrom(
    rows,
    limit,
    ({ id, name, status }) => ({ id, name, status, blocks: states.get(id) ?? [] }),
    (row) => encodeCursor({ id: row.id, key: row.name }),
  )
  return counted(page, total)
}

const load = async (ctx: Ctx, changes: readonly AccessChange[]) => {
  const ids = [...new Set(changes.map(({ companyId }) => companyId))]
  const companies = await queries.findCompanyAccess(ctx, ids)
  if (companies.length < ids.length) throw new AppError('not_found')
  return { ids, companies, active: await queries.listActiveOverrides(ctx, ids) }
}

const isOf = (change: AccessChange, { override }: Active) =>
  override.companyId === change.companyId && override.block === change.block

/** What changes would make of each company, and what works with it now. */
export const previewAccess = async (ctx: Ctx, changes: readonly AccessChange[]) => {
  const { ids, companies, active } = await load(ctx, changes)
  const touched = await queries.countTouched(ctx, ids)
  return companies.map((company) => {
    const own = changes.filter(({ companyId }) => companyId === company.id)
    const kept = active.filter(
      (entry) => entry.override.companyId === company.id && !own.some((change) => isOf(change, entry)),
    )
    const added = own.flatMap(({ block, effect }) => (effect === 'clear' ? [] : [{ block, effect, expiresAt: null }]))
    const after = effectiveBlocks(company.planBlocks, [...kept.map(({ override }) => override), ...added], ctx.now())
    return {
      companyId: company.id,
      name: company.name,
      gained: without(after, company.accessBlocks),
      lost: without(company.accessBlocks, after),
      channels: touched.get(company.id)?.channels ?? 0,
      openConversations: touched.get(company.id)?.open ?? 0,
    }
  })
}

type ChangeInput = EndpointInput<typeof changeAccessEndpoint>['body']

const overrideOf = (tx: UserCtx, change: AccessChange, input: ChangeInput): queries.NewOverride[] =>
  change.effect === 'clear'
    ? []
    : [
        {
          id: newId(),
          companyId: change.companyId,
          block: change.block,
          effect: change.effect,
          reason: input.reason,
          authorId: tx.actor.userId,
          expiresAt: input.expiresAt ? new Date(input.expiresAt) : null,
          createdAt: tx.now(),
        },
      ]

const lastOf = (changes: readonly AccessChange[]) => [
  ...new Map(changes.map((change) => [`${change.companyId} ${change.block}`, change])).values(),
]

/** Makes overrides and ends those they replace. Throws `not_found` when one of the companies is not there. */
export const changeAccess = (ctx: UserCtx, input: ChangeInput) =>
  inTransaction(ctx, async (tx) => {
    if (input.expiresAt && new Date(input.expiresAt) <= tx.now())
      throw new AppError('validation_failed', {
        errors: [{ path: 'expiresAt', code: 'past', message: 'Lies in the past' }],
      })
    const changes = lastOf(input.changes)
    const { ids, companies, active } = await load(tx, changes)
    const outcome = await previewAccess(tx, changes)
    for (const [as, effects] of [
      ['cleared', ['clear']],
      ['replaced', ['grant', 'revoke']],
    ] as const) {
      const ended = active.filter((entry) =>
        changes.some((change) => isOf(change, entry) && effects.some((effect) => effect === change.effect)),
      )
      await queries.endOverrides(
        tx,
        ended.map(({ override }) => override.id),
        as,
        tx.actor.userId,
      )
    }
    await queries.insertOverrides(
      tx,
      changes.flatMap((change) => overrideOf(tx, change, input)),
    )
    for (const company of companies) {
      const own = changes.filter(({ companyId }) => companyId === company.id)
      await recordAudit(tx, {
        action: 'access.overridden',
        companyId: company.id,
        target: { type: 'company', id: company.id, label: company.name },
        diff: {
          changes: own.map(({ block, effect }) => ({ block, effect })),
          reason: input.reason,
          expiresAt: input.expiresAt,
        },
      })
    }
    await recomputeAccess(tx, ids)
    if (input.expiresAt) await tx.deps.jobs.enqueue(tx.db, expireAccessJob, {}, { runAt: new Date(input.expiresAt) })
    return outcome
  })

/** Changes without those that stand already, by the same reason and to the same end: they can be asked for twice. */
export const withoutStanding = async (
  ctx: Ctx,
  changes: readonly AccessChange[],
  { reason, expiresAt }: Pick<ChangeInput, 'reason' | 'expiresAt'>,
): Promise<AccessChange[]> => {
  const ids = [...new Set(changes.map(({ companyId }) => companyId))]
  const active = ids.length > 0 ? await queries.listActiveOverrides(ctx, ids) : []
  const until = expiresAt === null ? null : new Date(expiresAt).getTime()
  return changes.filter((change) => {
    const { override } = active.find((entry) => isOf(change, entry)) ?? {}
    if (change.effect === 'clear') return override !== undefined
    const stands = override?.effect === change.effect && override.reason === reason
    return !stands || (override?.expiresAt?.getTime() ?? null) !== until
  })
}

/** Overrides that were made, newest first. */
export const listHistory = async (
  ctx: Ctx,
  input: { company?: string | undefined; block?: string | undefined; cursor?: string | undefined; limit: number },
) => {
  const rows = await queries.listHistory(ctx, input, decodeCursor(instantPlace, input.cursor), input.limit + 1)
  return pageFrom(
    rows,
    input.limit,
    ({ override, company, author }) => ({
      id: override.id,
      company: { id: override.companyId, name: company },
      block: override.block,
      effect: override.effect,
      reason: override.reason,
      author,
      createdAt: override.createdAt.toISOString(),
      expiresAt: override.expiresAt?.toISOString() ?? null,
      endedAt: override.endedAt?.toISOString() ?? null,
      endedAs: override.endedAs,
    }),
    ({ override }) => encodeCursor({ at: override.createdAt, id: override.id }),
  )
}
