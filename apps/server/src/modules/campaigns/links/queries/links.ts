import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { newLinkToken } from '../tokens.ts'

/** For so long links lead on and single clicks are known. */
export const KEPT = sql`interval '13 months'`

/** Where a link leads: one address for all, or that of each recipient in the variable `key`. */
export type LinkTarget = { url: string; key: null } | { url: null; key: string }
export type StoredLink = { companyId: string; id: string; campaignId: string; isTest: boolean } & {
  url: string | null
  key: string | null
}

const placeOf = ({ url, key }: Pick<StoredLink, 'url' | 'key'>) => JSON.stringify([url, key])

/** The tokens of a campaign's links to these targets, in their order; those that are not there yet are made. */
export const registerLinks = async (
  ctx: CompanyCtx,
  campaignId: string,
  targets: readonly LinkTarget[],
  { isTest = false }: { isTest?: boolean } = {},
): Promise<string[]> => {
  if (targets.length === 0) return []
  const wanted = targets.map((target) => ({ ...target, id: newId(), token: newLinkToken() }))
  await ctx.db.execute(sql`
    insert into tracked_links (company_id, id, campaign_id, token, url, key, is_test)
    select ${ctx.company.id}, id, ${campaignId}, token, url, key, ${isTest}
    from json_to_recordset(${JSON.stringify(wanted)}::json) as t(id uuid, token text, url text, key text)
    on conflict do nothing`)
  const { rows } = await ctx.db.execute<{ token: string; url: string | null; key: string | null }>(sql`
    select token, url, key from tracked_links
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId} and is_test = ${isTest}`)
  const tokens = new Map(rows.map((row) => [placeOf(row), row.token]))
  return targets.map((target) => {
    const token = tokens.get(placeOf(target))
    if (token === undefined) throw new Error('The token of a new link is taken')
    return token
  })
}

/** The link of a token; null when there is none, or its time is over. */
export const findLinkAcrossCompanies = async ({ db }: Pick<Ctx, 'db'>, token: string): Promise<StoredLink | null> => {
  const { rows } = await db.execute<StoredLink>(sql`
    select company_id as "companyId", id, campaign_id as "campaignId", url, key, is_test as "isTest" from tracked_links
    where token = ${token} and created_at > now() - ${KEPT}`)
  return rows[0] ?? null
}

/** The address that a recipient has of their own. */
export const findOwnAddress = async (
  { db }: Pick<Ctx, 'db'>,
  { companyId, campaignId, key }: StoredLink,
  seq: number,
): Promise<string | null> => {
  const { rows } = await db.execute<{ url: string | null }>(sql`
    select params ->> ${key} as url from campaign_recipients
    where company_id = ${companyId} and campaign_id = ${campaignId} and seq = ${seq}`)
  return rows[0]?.url ?? null
}

/** Deletes links whose time is over and that no click is known of any more; answers how many went. */
export const deleteOldLinksAcrossCompanies = async ({ db }: Pick<Ctx, 'db'>): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    delete from tracked_links where (company_id, id) in (
      select l.company_id, l.id from tracked_links l where l.created_at < now() - ${KEPT}
        and not exists (select 1 from link_clicks c where c.company_id = l.company_id and c.link_id = l.id)
      order by l.created_at limit 1000)`)
  return rowCount ?? 0
}
