import type { CampaignFilter, CampaignState, campaignTabs } from '@recado/contracts/campaigns/campaigns'
import { and, eq, ilike, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'

type Tab = Exclude<(typeof campaignTabs)[number], 'all'>

const statesOf: Record<Tab, readonly CampaignState[]> = {
  drafts: ['draft'],
  scheduled: ['validating', 'scheduled'],
  running: ['running', 'paused'],
  done: ['completed', 'completed_with_errors', 'canceled', 'failed'],
}

const start = sql`coalesce(${campaigns.startsAt}, ${campaigns.createdAt})`
const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** The condition that a filter stands for. Days are those of the company's zone. */
export const compileCampaignFilter = (ctx: CompanyCtx, filter: CampaignFilter): SQL | undefined => {
  const { tab = 'all', search, state, template, channelId, ownerId, seriesId, archived = 'no', from, to } = filter
  const day = sql`(${start} at time zone ${ctx.company.timezone})::date`
  return and(
    archived === 'yes' ? isNotNull(campaigns.archivedAt) : isNull(campaigns.archivedAt),
    tab === 'all' ? undefined : inArray(campaigns.state, [...statesOf[tab]]),
    state ? eq(campaigns.state, state) : undefined,
    search ? ilike(campaigns.name, `%${escaped(search)}%`) : undefined,
    template ? sql`${campaigns.content} -> 'variants' @> ${JSON.stringify([{ template }])}::jsonb` : undefined,
    channelId ? sql`${campaigns.content} -> 'channels' @> ${JSON.stringify([{ channelId }])}::jsonb` : undefined,
    ownerId ? eq(campaigns.ownerId, ownerId) : undefined,
    seriesId ? eq(campaigns.seriesId, seriesId) : undefined,
    from ? sql`${day} >= ${from}::date` : undefined,
    to ? sql`${day} <= ${to}::date` : undefined,
  )
}
