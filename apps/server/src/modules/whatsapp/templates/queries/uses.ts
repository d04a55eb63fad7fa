import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { chatSettings } from '#server/db/schema/inbox/chat-settings.ts'
import { scheduledMessages } from '#server/db/schema/inbox/scheduled.ts'

export type UseRow = {
  kind: 'csat' | 'scheduled_message' | 'campaign'
  name: string
  language: string
  count: number
  label: string
  campaignId: string | null
}

/** Where companies use templates, by name and language. */
export const listUses = async (ctx: Ctx, companyIds: readonly string[]): Promise<UseRow[]> => {
  const ids = sql.param([...companyIds])
  const result = await ctx.db.execute<UseRow>(sql`
    select 'csat' as kind, d.settings #>> '{csat,template,name}' as name,
      d.settings #>> '{csat,template,language}' as language, 1 as count, '' as label, null::uuid as "campaignId"
    from ${chatSettings} d
    where d.company_id = any(${ids}::uuid[]) and d.settings #>> '{csat,template,name}' is not null
    union all
    select 'scheduled_message', template ->> 'name', template ->> 'language', count(*)::int, '', null
    from ${scheduledMessages} s
    cross join lateral (values (s.draft -> 'template'), (s.fallback -> 'template')) as v(template)
    where s.company_id = any(${ids}::uuid[]) and s.state = 'waiting' and template ->> 'name' is not null
    group by 2, 3
    union all
    select distinct 'campaign', v ->> 'template', coalesce(v #>> '{language,language}', v #>> '{language,fallback}'), 1,
      p.name, p.id
    from ${campaigns} p cross join lateral jsonb_array_elements(p.content -> 'variants') v
    where p.company_id = any(${ids}::uuid[]) and p.state in ('validating', 'scheduled', 'running', 'paused')`)
  return result.rows
}
