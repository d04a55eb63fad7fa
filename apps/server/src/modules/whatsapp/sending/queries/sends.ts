import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { outboundSends } from '#server/db/schema/whatsapp/sending.ts'
import type { SendKey } from '../settled.ts'

/** What waits to be sent: `recipient` is digits, or a business-scoped user id. */
export type NewSend = SendKey & { channelId: string; recipient: string; priority: number }

/**
 * Adds messages to be sent, in the transaction that writes them. Workers find them within a second; who wants it sooner
 * publishes `sends.wake` after the commit.
 */
export const addSends = async (tx: Ctx, sends: readonly NewSend[]): Promise<void> => {
  if (sends.length === 0) return
  const rows = sends.map(({ companyId, messageId, channelId, recipient, priority }) => ({
    ...{ company_id: companyId, message_id: messageId, channel_id: channelId },
    ...{ recipient, priority },
  }))
  await tx.db.execute(sql`
    insert into outbound_sends (company_id, message_id, channel_id, recipient, priority)
    select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as t(company_id uuid, message_id uuid, channel_id uuid, recipient text, priority smallint)`)
}

/** Forgets what waited for a message: nothing will be sent for it any more. */
export const removeSend = async (tx: Ctx, { companyId, messageId }: SendKey): Promise<void> => {
  await tx.db
    .delete(outboundSends)
    .where(and(eq(outboundSends.companyId, companyId), eq(outboundSends.messageId, messageId)))
}

/** Forgets what waits of a campaign and is not on its way; answers the ids of the messages. */
export const withdrawSends = async (
  tx: Ctx,
  { companyId, campaignId, channelIds }: { companyId: string; campaignId: string; channelIds: readonly string[] },
): Promise<string[]> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    delete from outbound_sends o using messages m
    where o.company_id = ${companyId} and o.channel_id = any(${sql.param([...channelIds])}::uuid[]) and o.state = 0
      and m.company_id = o.company_id and m.id = o.message_id and m.campaign_id = ${campaignId}
    returning o.message_id as id`)
  return rows.map(({ id }) => id)
}
