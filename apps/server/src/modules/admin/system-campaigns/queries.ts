import type { SystemAudience, systemFilter } from '@recado/contracts/admin/system-campaigns'
import type { Announcement, AnnouncementReaction, SystemTopic } from '@recado/contracts/identity/announcements'
import { and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { systemCampaignRecipients, systemCampaigns } from '#server/db/schema/admin/system-campaigns.ts'
import { users } from '#server/db/schema/identity/users.ts'
import type { RankedPlace } from '#server/lib/cursor.ts'

export type SystemRow = typeof systemCampaigns.$inferSelect
export type SystemChange = Partial<Omit<SystemRow, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      row: getTableColumns(systemCampaigns),
      at: sql<string>`${systemCampaigns.createdAt}::text`,
      author: { name: users.name, avatar: users.avatarFileId },
    })
    .from(systemCampaigns)
    .leftJoin(users, eq(users.id, systemCampaigns.authorId))

export type Authored = Awaited<ReturnType<typeof select>>[number]
type Filter = z.infer<typeof systemFilter>

/** A page of announcements, newest first. */
export const list = (ctx: Ctx, filter: Filter, before: RankedPlace | null, limit: number): Promise<Authored[]> =>
  select(ctx)
    .where(
      and(
        filter.archived === 'yes' ? isNotNull(systemCampaigns.archivedAt) : isNull(systemCampaigns.archivedAt),
        filter.state ? eq(systemCampaigns.state, filter.state) : undefined,
        filter.topic ? eq(systemCampaigns.topic, filter.topic) : undefined,
        before
          ? sql`(${systemCampaigns.createdAt}, ${systemCampaigns.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(systemCampaigns.createdAt), desc(systemCampaigns.id))
    .limit(limit)

export const find = async (ctx: Ctx, id: string): Promise<Authored | null> =>
  (await select(ctx).where(eq(systemCampaigns.id, id)))[0] ?? null

/** The announcement, held still to the end of the transaction. */
export const lock = async (tx: Ctx, id: string): Promise<SystemRow | null> =>
  (await tx.db.select().from(systemCampaigns).where(eq(systemCampaigns.id, id)).for('no key update'))[0] ?? null

export const count = (ctx: Ctx): Promise<number> => ctx.db.$count(systemCampaigns)

export const insert = async (tx: Ctx, row: typeof systemCampaigns.$inferInsert): Promise<void> => {
  await tx.db.insert(systemCampaigns).values(row)
}

/** Changes an announcement and raises its version. */
export const update = async (tx: Ctx, id: string, change: SystemChange): Promise<void> => {
  await tx.db
    .update(systemCampaigns)
    .set({ ...change, version: sql`${systemCampaigns.version} + 1`, updatedAt: tx.now() })
    .where(eq(systemCampaigns.id, id))
}

export const listDue = async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from system_campaigns
    where state in ('scheduled', 'sending') and starts_at <= ${ctx.now().toISOString()}::timestamptz order by starts_at, id`)
  return rows.map(({ id }) => id)
}

type Wanted = { audience: SystemAudience; topic: SystemTopic; capDays: number | null }

const texts = (values: readonly string[]) => sql`any(${sql.param([...values])}::text[])`
const daysAgo = (ctx: Ctx, days: number) =>
  sql`${ctx.now().toISOString()}::timestamptz - make_interval(days => ${days}::int)`

/** Holds for companies that make someone part of an audience; null where none is asked for. */
const companyOf = ({ membership, statuses, block }: SystemAudience): SQL | null => {
  if (membership === 'any' && statuses.length === 0 && block === null) return null
  return sql`exists (select 1 from company_members m join companies c on c.id = m.company_id
    where m.user_id = u.id and m.status = 'active' and c.deleted_at is null
    ${membership === 'admin' ? sql`and m.role = 'admin'` : sql``}
    ${statuses.length > 0 ? sql`and c.status = ${texts(statuses)}` : sql``}
    ${block ? sql`and ${block} = any(c.access_blocks)` : sql``})`
}

/** The condition over users `u` that an audience stands for. */
const condition = (ctx: Ctx, { audience, topic, capDays }: Wanted): SQL => {
  const { roles, locale, activeDays } = audience
  const company = companyOf(audience)
  const parts = [
    sql`u.status = 'active'`,
    ...(roles.length > 0 ? [sql`u.role = ${texts(roles)}`] : []),
    ...(locale ? [sql`u.locale = ${locale}`] : []),
    ...(company ? [company] : []),
    ...(activeDays === null ? [] : [sql`u.last_seen_at >= ${daysAgo(ctx, activeDays)}`]),
    ...(capDays === null || topic === 'incident'
      ? []
      : [
          sql`not exists (select 1 from system_campaign_recipients r where r.user_id = u.id
          and r.created_at >= ${daysAgo(ctx, capDays)})`,
        ]),
  ]
  return sql.join(parts, sql` and `)
}

/** Users of an audience behind one of them, in the order of their ids. */
export const listAudience = async (
  ctx: Ctx,
  wanted: Wanted,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const behind = after === null ? sql`` : sql`and u.id > ${after}::uuid`
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select u.id from users u where ${condition(ctx, wanted)} ${behind} order by u.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** How many users an audience has, and how they read. */
export const countAudience = async (ctx: Ctx, wanted: Wanted) => {
  const { rows } = await ctx.db.execute<{ users: number; en: number; pt: number }>(sql`
    select count(*)::int as users, count(*) filter (where u.locale <> 'pt')::int as en,
      count(*) filter (where u.locale = 'pt')::int as pt
    from users u where ${condition(ctx, wanted)}`)
  return rows[0] ?? { users: 0, en: 0, pt: 0 }
}

/** Writes down who gets an announcement; answers those who were not written down before. */
export const insertRecipients = async (tx: Ctx, campaignId: string, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return []
  const added = await tx.db
    .insert(systemCampaignRecipients)
    .values(userIds.map((userId) => ({ campaignId, userId, createdAt: tx.now() })))
    .onConflictDoNothing()
    .returning({ userId: systemCampaignRecipients.userId })
  return added.map(({ userId }) => userId)
}

/** How many people an announcement went out to, and who saw and read it in the inbox, by the ids of announcements. */
export const findReactions = async (ctx: Ctx, ids: readonly string[]) => {
  const { rows } = await ctx.db.execute<{ id: string; sent: number; seen: number; read: number }>(sql`
    select m.payload ->> 'campaignId' as id,
      count(distinct m.subscriber_id) filter (where m.status = 'sent')::int as sent,
      count(m.seen_at) filter (where m.channel = 'in_app')::int as seen,
      count(m.read_at) filter (where m.channel = 'in_app')::int as read
    from notification_messages m
    where m.workflow_identifier like 'system.%' and m.payload ->> 'campaignId' = ${texts(ids)}
    group by 1`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What people did with the banners of announcements, by the ids of these. */
export const findBannerReactions = async (ctx: Ctx, ids: readonly string[]) => {
  const { rows } = await ctx.db.execute<{ id: string; seen: number; dismissed: number; clicked: number }>(sql`
    select campaign_id as id, count(banner_seen_at)::int as seen, count(banner_dismissed_at)::int as dismissed,
      count(banner_clicked_at)::int as clicked
    from system_campaign_recipients where campaign_id = any(${sql.param([...ids])}::uuid[]) group by 1`)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

const hasBanner = (ctx: Ctx) => sql`c.state in ('sending', 'done') and 'banner' = any(c.channels)
  and c.banner_until > ${ctx.now().toISOString()}::timestamptz`

/** The banner that a user sees now: of an incident, or else the latest. */
export const findBanner = async (ctx: Ctx, userId: string): Promise<Announcement | null> => {
  const { rows } = await ctx.db.execute<Announcement & { until: string }>(sql`
    select c.id, c.topic, c.content, c.banner_until as until, r.banner_seen_at is not null as seen
    from system_campaigns c join system_campaign_recipients r on r.campaign_id = c.id
    where ${hasBanner(ctx)} and r.user_id = ${userId} and r.banner_dismissed_at is null
    order by (c.topic = 'incident') desc, c.starts_at desc, c.id desc limit 1`)
  const [row] = rows
  return row ? { ...row, until: new Date(row.until).toISOString() } : null
}

const reactedAt: Record<AnnouncementReaction, SQL> = {
  seen: sql`banner_seen_at`,
  dismissed: sql`banner_dismissed_at`,
  clicked: sql`banner_clicked_at`,
}

/** Notes what a user did with a banner, unless it was noted before; false for one that is not for them. */
export const noteReaction = async (
  ctx: Ctx,
  campaignId: string,
  { userId, reaction }: { userId: string; reaction: AnnouncementReaction },
): Promise<boolean> => {
  const { rowCount } = await ctx.db.execute(sql`
    update system_campaign_recipients r
    set ${reactedAt[reaction]} = coalesce(${reactedAt[reaction]}, ${ctx.now().toISOString()}::timestamptz)
    from system_campaigns c
    where c.id = r.campaign_id and 'banner' = any(c.channels) and r.campaign_id = ${campaignId} and r.user_id = ${userId}`)
  return rowCount === 1
}

/** Who may have the banner of an announcement before their eyes, behind one of them, in the order of their ids. */
export const listWatching = async (
  ctx: Ctx,
  campaignId: string,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const behind = after === null ? sql`` : sql`and user_id > ${after}::uuid`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select user_id as id from system_campaign_recipients
    where campaign_id = ${campaignId} and banner_dismissed_at is null ${behind} order by user_id limit ${limit}`)
  return rows.map(({ id }) => id)
}
