import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { templateStats, templates } from '#server/db/schema/whatsapp/templates.ts'
import type { AccountKey } from './templates.ts'

/**
 * Counts what an account's numbers sent of its templates between two beginnings of days of UTC, over what was counted of
 * these days before. Reads the company's messages by their time: for a job at night, never for a page.
 */
export const countOwnMessages = async (
  ctx: Ctx,
  { companyId, accountId }: AccountKey,
  since: Date,
  until: Date,
): Promise<void> => {
  await ctx.db.execute(sql`
    insert into ${templateStats} (company_id, template_id, day, own_sent, own_delivered, own_read, own_clicked, own_failed)
    select ${companyId}::uuid, t.id, (m.occurred_at at time zone 'UTC')::date,
      count(*) filter (where m.status in ('accepted', 'sent', 'delivered', 'read', 'played')),
      count(*) filter (where m.delivered_at is not null or m.read_at is not null),
      count(*) filter (where m.read_at is not null),
      count(*) filter (where exists (
        select 1 from ${messages} a
        where a.company_id = m.company_id and a.conversation_id = m.conversation_id and a.occurred_at >= m.occurred_at
          and a.direction = 'in' and a.type = 'button' and a.reply_to_wamid = m.wamid)),
      count(*) filter (where m.status = 'failed')
    from ${messages} m
    join ${channels} c on c.id = m.channel_id and c.wa_account_id = ${accountId}
    join ${templates} t on t.wa_account_id = c.wa_account_id and t.deleted_at is null
      and t.name = m.payload #>> '{template,name}' and t.language = m.payload #>> '{template,language}'
    where m.company_id = ${companyId} and m.occurred_at >= ${since.toISOString()} and m.occurred_at < ${until.toISOString()}
      and m.direction = 'out' and m.type = 'template'
    group by 2, 3
    on conflict (template_id, day) do update set
      own_sent = excluded.own_sent, own_delivered = excluded.own_delivered, own_read = excluded.own_read,
      own_clicked = excluded.own_clicked, own_failed = excluded.own_failed`)
}
