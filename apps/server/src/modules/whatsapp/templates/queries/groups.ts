import type { templateFilters } from '@recado/contracts/whatsapp/templates'
import { and, asc, count, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { templateStats, templates } from '#server/db/schema/whatsapp/templates.ts'

/** What its languages have in common: a name in an account. */
export type TemplateName = { name: string; accountId: string }

export type Filters = z.output<typeof templateFilters>
/** Whose templates: those of companies, or of accounts only. */
export type Reach = { companyIds?: readonly string[]; accountIds?: readonly string[] }
/** Which names are asked for; `used` are the names and languages that something of the company sends. */
export type Search = { reach: Reach; filters: Filters; used: readonly string[] }

const written = sql`(${templates.components}::text || coalesce(${templates.draft}::text, ''))`
const hasMedia = sql<boolean>`${written} ~ '"(IMAGE|VIDEO|DOCUMENT)"'`

const pairs = (used: readonly string[]) =>
  sql`${templates.name} || ' ' || ${templates.language} = any(${sql.param(used)}::text[])`

const statusFilter = (status: string | undefined): SQL | undefined => {
  if (status === 'ARCHIVED') return sql`(${templates.archivedAt} is not null or ${templates.status} = 'ARCHIVED')`
  const shown = isNull(templates.archivedAt)
  return status ? and(shown, eq(templates.status, status)) : shown
}

const matching = ({ filters, used }: Search): SQL | undefined => {
  const { search, category, language, quality, accountId, media } = filters
  return and(
    statusFilter(filters.status),
    search
      ? sql`(strpos(${templates.name}, lower(${search})) > 0 or strpos(lower(${written}), lower(${search})) > 0)`
      : undefined,
    category ? eq(templates.category, category) : undefined,
    language ? eq(templates.language, language) : undefined,
    quality ? eq(templates.quality, quality) : undefined,
    accountId ? eq(templates.waAccountId, accountId) : undefined,
    media ? sql`${hasMedia} = ${media === 'yes'}` : undefined,
    filters.used ? sql`${pairs(used)} = ${filters.used === 'yes'}` : undefined,
  )
}

const within = ({ companyIds, accountIds }: Reach): SQL | undefined =>
  and(
    isNull(templates.deletedAt),
    companyIds ? inArray(templates.companyId, [...companyIds]) : undefined,
    accountIds ? inArray(templates.waAccountId, [...accountIds]) : undefined,
  )

/** Names with at least one language that fits, in their order. */
export const listNames = (
  ctx: Ctx,
  search: Search,
  { after, limit }: { after: TemplateName | null; limit: number },
): Promise<TemplateName[]> =>
  ctx.db
    .selectDistinct({ name: templates.name, accountId: templates.waAccountId })
    .from(templates)
    .where(
      and(
        within(search.reach),
        matching(search),
        after
          ? sql`(${templates.name}, ${templates.waAccountId}) > (${after.name}, ${after.accountId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(templates.name), asc(templates.waAccountId))
    .limit(limit)

/** How many names fit, up to `most`. */
export const countNames = async (ctx: Ctx, search: Search, most: number): Promise<number> => {
  const names = ctx.db
    .selectDistinct({ name: templates.name, accountId: templates.waAccountId })
    .from(templates)
    .where(and(within(search.reach), matching(search)))
    .limit(most)
    .as('names')
  const rows = await ctx.db.select({ total: count() }).from(names)
  return rows[0]?.total ?? 0
}

/** The names of these templates, whichever language each is. */
export const listNamesOf = (ctx: Ctx, reach: Reach, ids: readonly string[]): Promise<TemplateName[]> =>
  ctx.db
    .selectDistinct({ name: templates.name, accountId: templates.waAccountId })
    .from(templates)
    .where(and(within(reach), inArray(templates.id, [...ids])))
    .orderBy(asc(templates.name), asc(templates.waAccountId))

/** Every language of these names. */
export const listLanguages = (ctx: Ctx, names: readonly TemplateName[]) =>
  ctx.db
    .select({ row: templates, account: waAccounts.name, company: companies.name, hasMedia })
    .from(templates)
    .innerJoin(waAccounts, eq(waAccounts.id, templates.waAccountId))
    .innerJoin(companies, eq(companies.id, templates.companyId))
    .where(
      and(
        isNull(templates.deletedAt),
        sql`(${templates.waAccountId}, ${templates.name}) in (select * from unnest(${sql.param(names.map(({ accountId }) => accountId))}::uuid[], ${sql.param(names.map(({ name }) => name))}::text[]))`,
      ),
    )
    .orderBy(asc(templates.language))
export type LanguageRow = Awaited<ReturnType<typeof listLanguages>>[number]

/** Sums over the days from `since` on, by template; of each day the larger of Meta's count and ours. */
export const sumStats = async (ctx: Ctx, ids: readonly string[], since: string) => {
  if (ids.length === 0) return []
  const sum = (meta: AnyPgColumn, own: AnyPgColumn) => sql<number>`coalesce(sum(greatest(${meta}, ${own})), 0)::int`
  return ctx.db
    .select({
      templateId: templateStats.templateId,
      sent: sum(templateStats.sent, templateStats.ownSent),
      delivered: sum(templateStats.delivered, templateStats.ownDelivered),
      read: sum(templateStats.read, templateStats.ownRead),
      clicked: sum(templateStats.clicked, templateStats.ownClicked),
    })
    .from(templateStats)
    .where(and(inArray(templateStats.templateId, [...ids]), gte(templateStats.day, since)))
    .groupBy(templateStats.templateId)
}
