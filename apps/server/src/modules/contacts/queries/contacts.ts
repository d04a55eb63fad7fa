import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactIdentities, contacts } from '#server/db/schema/index.ts'

export type ContactRow = typeof contacts.$inferSelect
export type ContactChange = Partial<Pick<ContactRow, 'name' | 'email' | 'notes' | 'tags'>>

export const findContact = async (
  ctx: CompanyCtx,
  id: string,
): Promise<(ContactRow & { username: string | null }) | null> => {
  const rows = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, id), isNull(contacts.deletedAt)))
    .limit(1)
  const contact = rows[0]
  if (!contact) return null
  const named = await ctx.db
    .select({ username: contactIdentities.username })
    .from(contactIdentities)
    .where(
      and(
        eq(contactIdentities.companyId, ctx.company.id),
        eq(contactIdentities.contactId, id),
        isNotNull(contactIdentities.username),
      ),
    )
    .orderBy(desc(contactIdentities.updatedAt))
    .limit(1)
  return { ...contact, username: named[0]?.username ?? null }
}

export const updateContact = async (ctx: CompanyCtx, id: string, change: ContactChange): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ ...change, updatedAt: ctx.now() })
    .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, id), isNull(contacts.deletedAt)))
}

/** Names a contact that the team has not named yet. */
export const nameUnnamed = async (ctx: CompanyCtx, contactId: string, name: string): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ name, updatedAt: ctx.now() })
    .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, contactId), isNull(contacts.name)))
}
