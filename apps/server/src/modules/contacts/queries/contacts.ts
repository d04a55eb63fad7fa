import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactAttributes, contactIdentities, contacts } from '#server/db/schema/index.ts'
import type { Definition } from '../attributes.ts'
import type { IdentityFacts } from '../card.ts'

export type ContactRow = typeof contacts.$inferSelect
export type ContactChange = Partial<
  Pick<
    ContactRow,
    'name' | 'email' | 'notes' | 'tags' | 'attributes' | 'language' | 'timezone' | 'phone' | 'profileName'
  >
>
export type FullContact = ContactRow & { username: string | null; identities: (IdentityFacts & { id: string })[] }

const MOST_MERGES = 20

/** The contact that this one has become: itself, or the one that it was merged into. Null for one that is not there. */
export const findSurvivor = async (ctx: CompanyCtx, id: string): Promise<string | null> => {
  let at: string | null = id
  for (let step = 0; at !== null && step < MOST_MERGES; step++) {
    const rows: Pick<ContactRow, 'id' | 'mergedIntoId' | 'deletedAt'>[] = await ctx.db
      .select({ id: contacts.id, mergedIntoId: contacts.mergedIntoId, deletedAt: contacts.deletedAt })
      .from(contacts)
      .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, at)))
      .limit(1)
    const [row] = rows
    if (!row) return null
    if (row.deletedAt === null) return row.id
    at = row.mergedIntoId
  }
  return null
}

/** The contact, or the one that it was merged into. */
export const findContact = async (ctx: CompanyCtx, id: string): Promise<FullContact | null> => {
  const survivor = await findSurvivor(ctx, id)
  if (survivor === null) return null
  const isOurs = and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, survivor), isNull(contacts.deletedAt))
  const [contact] = await ctx.db.select().from(contacts).where(isOurs).limit(1)
  if (!contact) return null
  const identities = await ctx.db
    .select({
      id: contactIdentities.id,
      phone: contactIdentities.phone,
      waId: contactIdentities.waId,
      bsuid: contactIdentities.bsuid,
      username: contactIdentities.username,
    })
    .from(contactIdentities)
    .where(and(eq(contactIdentities.companyId, ctx.company.id), eq(contactIdentities.contactId, survivor)))
    .orderBy(desc(contactIdentities.updatedAt), contactIdentities.id)
  return { ...contact, identities, username: identities.find(({ username }) => username !== null)?.username ?? null }
}

/** The fields that the company made up, in their order. */
export const findDefinitions = (ctx: CompanyCtx): Promise<Definition[]> =>
  ctx.db
    .select({
      key: contactAttributes.key,
      type: contactAttributes.type,
      options: contactAttributes.options,
      required: contactAttributes.required,
      sensitive: contactAttributes.sensitive,
    })
    .from(contactAttributes)
    .where(eq(contactAttributes.companyId, ctx.company.id))
    .orderBy(contactAttributes.position, contactAttributes.key)

export const updateContact = async (ctx: CompanyCtx, id: string, change: ContactChange): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ ...change, updatedAt: ctx.now() })
    .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, id), isNull(contacts.deletedAt)))
}

/** Sets and empties single fields, so that two people who change different ones both keep theirs. */
export const changeAttributes = async (
  ctx: CompanyCtx,
  id: string,
  set: Record<string, unknown>,
  clear: readonly string[],
): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({
      attributes: sql`(${contacts.attributes} || ${JSON.stringify(set)}::jsonb) - ${sql.param([...clear])}::text[]`,
      updatedAt: ctx.now(),
    })
    .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, id), isNull(contacts.deletedAt)))
}

/** Names a contact that the team has not named yet. */
export const nameUnnamed = async (ctx: CompanyCtx, contactId: string, name: string): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ name, updatedAt: ctx.now() })
    .where(and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, contactId), isNull(contacts.name)))
}
