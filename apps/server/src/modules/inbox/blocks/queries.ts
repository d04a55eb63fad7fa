import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** A number that has a conversation with a contact, and how it knows them. */
export type Place = { channelId: string; channelName: string; recipient: string }

/** The numbers of the company by which a contact has conversations, each with what WhatsApp calls them. */
export const findPlaces = async (ctx: CompanyCtx, contactId: string): Promise<Place[]> => {
  const { rows } = await ctx.db.execute<Place>(sql`
    select distinct on (v.channel_id, i.id) v.channel_id as "channelId", coalesce(c.name, '') as "channelName",
      coalesce(i.wa_id, i.phone, i.bsuid) as recipient
    from conversations v
    join contact_identities i on i.company_id = v.company_id and i.id = v.identity_id
    join channels c on c.company_id = v.company_id and c.id = v.channel_id
    where v.company_id = ${ctx.company.id} and v.contact_id = ${contactId}
      and coalesce(i.wa_id, i.phone, i.bsuid) is not null
    order by v.channel_id, i.id`)
  return rows
}
