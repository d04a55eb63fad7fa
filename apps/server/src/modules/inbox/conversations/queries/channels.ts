import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

/** A connected channel of the company, or null. */
export const findConnectedChannel = async (ctx: CompanyCtx, id: string) => {
  const rows = await ctx.db
    .select({ id: channels.id, phone: channels.phone, phoneNumberId: channels.phoneNumberId, status: channels.status })
    .from(channels)
    .where(and(eq(channels.companyId, ctx.company.id), eq(channels.id, id), isNull(channels.disconnectedAt)))
    .limit(1)
  return rows[0] ?? null
}
