import { countLimit } from '@recado/contracts/shared/lists'
import { componentOf, type TemplateComponent, textOf } from '@recado/contracts/whatsapp/template-parts'
import type { TemplateGroup } from '@recado/contracts/whatsapp/templates'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { encodeCursor, keyPlace, parseCursor } from '#server/lib/cursor.ts'
import { editingOf } from '../policy.ts'
import { listAccountLines, listLiveChannels } from '../queries/accounts.ts'
import * as groups from '../queries/groups.ts'
import { listUses, type UseRow } from '../queries/uses.ts'

const PREVIEW_CHARACTERS = 120
const WEEK_MS = 7 * 86_400_000

const bodyOf = (row: Pick<groups.LanguageRow['row'], 'components' | 'draft' | 'metaId'>): string => {
  const components = row.metaId === null ? (row.draft?.components ?? []) : (row.components as TemplateComponent[])
  return textOf(componentOf(components, 'BODY')?.text)
}

const lineOf = (now: Date, { row }: groups.LanguageRow): TemplateGroup['languages'][number] => ({
  id: row.id,
  language: row.language,
  category: row.metaId === null ? (row.draft?.category ?? row.category) : row.category,
  status: row.status,
  quality: row.quality,
  hasDraft: row.draft !== null && row.metaId !== null,
  preview: bodyOf(row).slice(0, PREVIEW_CHARACTERS).toWellFormed(),
  rejectedReason: row.rejectedReason,
  editing: editingOf(row, now),
  updatedAt: row.updatedAt.toISOString(),
})

const nothing = { sent: 0, delivered: 0, read: 0, clicked: 0 }
type Sums = Awaited<ReturnType<typeof groups.sumStats>>

const figuresOf = (rows: readonly groups.LanguageRow[], sums: Sums): TemplateGroup['figures'] => {
  const ids = new Set(rows.map(({ row }) => row.id))
  return sums
    .filter(({ templateId }) => ids.has(templateId))
    .reduce(
      (total, one) => ({
        sent: total.sent + one.sent,
        delivered: total.delivered + one.delivered,
        read: total.read + one.read,
        clicked: total.clicked + one.clicked,
      }),
      nothing,
    )
}

type Owned = TemplateGroup & { companyId: string; companyName: string }

const groupOf = (rows: readonly groups.LanguageRow[], sums: Sums, uses: readonly UseRow[], now: Date): Owned[] => {
  const [first] = rows
  if (!first) return []
  const { row, account, company } = first
  const languages = new Set(rows.map((one) => one.row.language))
  const used = uses.filter((use) => use.name === row.name && languages.has(use.language))
  return [
    {
      name: row.name,
      accountId: row.waAccountId,
      accountName: account,
      companyId: row.companyId,
      companyName: company,
      archived: rows.every((one) => one.row.archivedAt !== null),
      hasMedia: rows.some((one) => one.hasMedia),
      source: row.source,
      updatedAt: new Date(Math.max(...rows.map((one) => one.row.updatedAt.getTime()))).toISOString(),
      figures: figuresOf(rows, sums),
      uses: used.reduce((sum, { count }) => sum + count, 0),
      languages: rows.map((one) => lineOf(now, one)),
    },
  ]
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

type Query = groups.Filters & { cursor?: string | undefined; limit: number; count?: 'exact' | undefined }

const placeOf = (cursor: string | undefined): groups.TemplateName | null => {
  const place = parseCursor(keyPlace, cursor)
  return place && { name: place.key, accountId: place.id }
}

/** One page of names with their languages, within what the caller may see. */
export const listGroups = async (ctx: Ctx, reach: groups.Reach, companyIds: readonly string[], query: Query) => {
  const uses = await listUses(ctx, companyIds)
  const used = uses.map(({ name, language }) => `${name} ${language}`)
  const search = { reach, filters: query, used }
  const names = await groups.listNames(ctx, search, { after: placeOf(query.cursor), limit: query.limit + 1 })
  const page = names.slice(0, query.limit)
  const rows = page.length > 0 ? await groups.listLanguages(ctx, page) : []
  const since = dayOf(new Date(ctx.now().getTime() - WEEK_MS))
  const ids = rows.map(({ row }) => row.id)
  const sums = await groups.sumStats(ctx, ids, since)
  const last = page.at(-1)
  const data = page.flatMap(({ name, accountId }) =>
    groupOf(
      rows.filter(({ row }) => row.name === name && row.waAccountId === accountId),
      sums,
      uses,
      ctx.now(),
    ),
  )
  const total = query.count === 'exact' ? { total: await groups.countNames(ctx, search, countLimit) } : {}
  const more = names.length > query.limit
  return {
    data,
    page: {
      next: more && last ? encodeCursor({ id: last.accountId, key: last.name }) : null,
      has_more: more,
      ...total,
    },
  }
}

export const listCompanyGroups = (ctx: CompanyCtx, query: Query) =>
  listGroups(ctx, { companyIds: [ctx.company.id] }, [ctx.company.id], query)

/** Accounts of these companies with their connected numbers. */
export const listAccounts = async (ctx: Ctx, companyIds: readonly string[]) => {
  const lines = await listAccountLines(ctx, companyIds)
  const channels =
    lines.length > 0
      ? await listLiveChannels(
          ctx,
          lines.map(({ id }) => id),
        )
      : []
  return lines.map(({ syncedAt, ...line }) => ({
    ...line,
    syncedAt: syncedAt?.toISOString() ?? null,
    channels: channels
      .filter(({ accountId }) => accountId === line.id)
      .map(({ id, name, phone }) => ({ id, name, phone })),
  }))
}
