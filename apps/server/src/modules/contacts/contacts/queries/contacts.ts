import { tagsOfContact } from '@recado/contracts/contacts/contacts'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { contactIdentities, contacts } from '#server/db/schema/contacts/contacts.ts'
import { findTags } from '#server/modules/contacts/tags/index.ts'
import type { Definition } from '../attributes.ts'
import type { IdentityFacts } from '../card.ts'
import { findPoints, type Point } from './points.ts'

export type ContactRow = typeof contacts.$inferSelect
type Owner = { id: string; name: string; avatarFileId: string | null }
export type ContactChange = Partial<
  Pick<
    ContactRow,
    | ('name' | 'email' | 'notes' | 'tagIds' | 'attributes' | 'language' | 'timezone' | 'phone' | 'profileName')
    | ('organization' | 'jobTitle' | 'document' | 'documentHash' | 'birthday' | 'address' | 'lifecycle' | 'ownerId')
  >
>
export type LabeledDefinition = Definition & { label: { en: string; pt: string } }
export type FullContact = ContactRow & {
  username: string | null
  /** Names of its tags. */
  tags: string[]
  tagBadges: Awaited<ReturnType<typeof findTags>>
  owner: Owner | null
  identities: (IdentityFacts & { id: string })[]
  points: Point[]
}

const MOST_MERGES = 20

/** Set wherever what is known of a contact changes. */
export const nextVersion = sql`${contacts.version} + 1`

export const isContact = (ctx: CompanyCtx, id: string) =>
  and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, id))

/**
 * The contact that this one has become: itself, or the one that it was merged into. Null for one that is not there, or
 * in the bin unless that is asked for.
 */
export const findSurvivor = async (ctx: CompanyCtx, id: string, evenInBin = false): Promise<string | null> => {
  let at: string | null = id
  for (let step = 0; at !== null && step < MOST_MERGES; step++) {
    const rows: Pick<ContactRow, 'id' | 'mergedIntoId' | 'deletedAt'>[] = await ctx.db
      .select({ id: contacts.id, mergedIntoId: contacts.mergedIntoId, deletedAt: contacts.deletedAt })
      .from(contacts)
      .where(isContact(ctx, at))
      .limit(1)
    const [row] = rows
    if (!row) return null
    if (row.deletedAt === null || (evenInBin && row.mergedIntoId === null)) return row.id
    at = row.mergedIntoId
  }
  return null
}

const findIdentities = (ctx: CompanyCtx, contactId: string) =>
  ctx.db
    .select({
      id: contactIdentities.id,
      phone: contactIdentities.phone,
      waId: contactIdentities.waId,
      bsuid: contactIdentities.bsuid,
      username: contactIdentities.username,
    })
    .from(contactIdentities)
    .where(and(eq(contactIdentities.companyId, ctx.company.id), eq(contactIdentities.contactId, contactId)))
    .orderBy(desc(contactIdentities.updatedAt), contactIdentities.id)

/** The contact, or the one that it was merged into. */
export const findContact = async (ctx: CompanyCtx, id: string, evenInBin = false): Promise<FullContact | null> => {
  const survivor = await findSurvivor(ctx, id, evenInBin)
  if (survivor === null) return null
  const [contact] = await ctx.db.select().from(contacts).where(isContact(ctx, survivor)).limit(1)
  if (!contact) return null
  const identities = await findIdentities(ctx, survivor)
  const tagBadges = await findTags(ctx, contact.tagIds)
  return {
    ...contact,
    tags: tagBadges.map(({ name }) => name),
    tagBadges,
    owner: contact.ownerId === null ? null : await findOwner(ctx, contact.ownerId),
    identities,
    points: await findPoints(ctx, survivor),
    username: identities.find(({ username }) => username !== null)?.username ?? null,
  }
}

/** A member who looks after contacts; null for one who has left. */
export const findOwner = async (ctx: CompanyCtx, userId: string): Promise<Owner | null> => {
  const { rows } = await ctx.db.execute<Owner>(sql`
    select u.id, u.name, u.avatar_file_id as "avatarFileId" from company_members m join users u on u.id = m.user_id
    where m.company_id = ${ctx.company.id} and m.user_id = ${userId} and m.status <> 'invited'`)
  return rows[0] ?? null
}

/** Whether another contact has this value of an attribute. */
export const hasAttribute = async (
  ctx: CompanyCtx,
  not: string | null,
  key: string,
  value: unknown,
): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    select 1 from contacts c where c.company_id = ${ctx.company.id} and c.deleted_at is null
      and c.attributes <> '{}' and c.attributes @> ${JSON.stringify({ [key]: value })}::jsonb and c.id is distinct from ${not}::uuid limit 1`)
  return rows.length > 0
}

/** Lets one change of what no two contacts may share wait for the other, and for new people who write. */
export const lockOwnPeople = async (ctx: CompanyCtx): Promise<void> => {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(7302, hashtext(${ctx.company.id}))`)
}

/** A new contact that the team wrote down. */
export const insertContact = async (
  ctx: CompanyCtx,
  contact: ContactChange & { id: string; source: ContactRow['source'] },
): Promise<void> => {
  await ctx.db.insert(contacts).values({ ...contact, companyId: ctx.company.id, createdAt: ctx.now() })
}

/** The fields that the company made up, in their order. */
export const findDefinitions = (ctx: CompanyCtx): Promise<LabeledDefinition[]> =>
  ctx.db
    .select({
      key: contactAttributes.key,
      label: contactAttributes.label,
      type: contactAttributes.type,
      options: contactAttributes.options,
      required: contactAttributes.required,
      sensitive: contactAttributes.sensitive,
      unique: contactAttributes.unique,
      pattern: contactAttributes.pattern,
      default: contactAttributes.default,
    })
    .from(contactAttributes)
    .where(eq(contactAttributes.companyId, ctx.company.id))
    .orderBy(contactAttributes.position, contactAttributes.key)

/** Writes a change that was made on `version`; false when the contact is another by now. */
export const updateContact = async (
  ctx: CompanyCtx,
  id: string,
  version: number,
  change: ContactChange,
): Promise<boolean> => {
  const rows = await ctx.db
    .update(contacts)
    .set({ ...change, version: nextVersion, updatedAt: ctx.now() })
    .where(and(isContact(ctx, id), eq(contacts.version, version), isNull(contacts.deletedAt)))
    .returning({ id: contacts.id })
  return rows.length > 0
}

/** Sets and empties single fields. */
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
    .where(and(isContact(ctx, id), isNull(contacts.deletedAt)))
}

/** Fills in what the contact has not; false when there was nothing to fill. */
export const fillContact = async (
  ctx: CompanyCtx,
  id: string,
  { name, email }: { name: string | null; email: string | null },
): Promise<boolean> => {
  const { rowCount } = await ctx.db.execute(sql`
    update contacts set name = coalesce(name, ${name}::text), email = coalesce(email, ${email}::text),
      version = version + 1, updated_at = ${ctx.now().toISOString()}::timestamptz
    where company_id = ${ctx.company.id} and id = ${id}
      and ((name is null and ${name}::text is not null) or (email is null and ${email}::text is not null))`)
  return (rowCount ?? 0) > 0
}

/** The country of the company, as ISO 3166. */
export const findCountry = async (ctx: CompanyCtx): Promise<string | undefined> => {
  const isOurs = eq(companies.id, ctx.company.id)
  const [row] = await ctx.db.select({ country: companies.country }).from(companies).where(isOurs).limit(1)
  return row?.country
}

/** Names a contact that the team has not named yet. */
export const nameUnnamed = async (ctx: CompanyCtx, contactId: string, name: string): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ name, version: nextVersion, updatedAt: ctx.now() })
    .where(and(isContact(ctx, contactId), isNull(contacts.name)))
}

/** Whether a contact was put into the bin. */
export const isInBin = async (ctx: CompanyCtx, id: string): Promise<boolean> =>
  (await ctx.db.$count(
    contacts,
    and(isContact(ctx, id), isNotNull(contacts.deletedAt), isNull(contacts.mergedIntoId)),
  )) > 0

/** Takes a contact out of the bin. */
export const restoreContact = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ deletedAt: null, version: nextVersion, updatedAt: ctx.now() })
    .where(and(isContact(ctx, id), isNull(contacts.mergedIntoId)))
}

/** Adds tags to a contact, up to as many as it may have; answers those it had not. */
export const insertTagsOf = async (ctx: CompanyCtx, id: string, tagIds: readonly string[]): Promise<string[]> => {
  if (tagIds.length === 0) return []
  const { rows } = await ctx.db.execute<{ ids: string[] }>(sql`
    with fresh as (
      select array(select t from unnest(${sql.param([...tagIds])}::uuid[]) as t where t <> all(c.tag_ids)
        limit greatest(0, ${tagsOfContact} - cardinality(c.tag_ids))) as ids
      from contacts c where c.company_id = ${ctx.company.id} and c.id = ${id} for no key update)
    update contacts c set tag_ids = c.tag_ids || f.ids, version = c.version + 1, updated_at = now() from fresh f
    where c.company_id = ${ctx.company.id} and c.id = ${id} and cardinality(f.ids) > 0 returning f.ids`)
  return rows[0]?.ids ?? []
}
