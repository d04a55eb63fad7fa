import { and, desc, eq, gt, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import {
  consents,
  contactIdentities,
  contactMerges,
  contactPoints,
  contacts,
} from '#server/db/schema/contacts/contacts.ts'
import { given } from '#server/lib/given.ts'
import { type ContactRow, isContact, nextVersion } from './contacts.ts'
import type { Point } from './points.ts'

/** What a contact says of itself, and what may differ after a merge. */
export type Facts = Pick<
  ContactRow,
  | ('name' | 'profileName' | 'phone' | 'email' | 'notes' | 'attributes' | 'tagIds' | 'language' | 'timezone')
  | ('organization' | 'jobTitle' | 'document' | 'documentHash' | 'birthday' | 'address' | 'lifecycle')
  | ('ownerId' | 'legalHold' | 'block')
> &
  Record<'blockedAt' | 'lastInboundAt' | 'lastOutboundAt', string | null>

/** What it takes to part two contacts again. `after`: what the survivor was made by the merge. Older ones lack some of it. */
export type Snapshot = {
  merged: Facts
  mergedName: string
  survivor: Facts
  after: Facts
  identityIds: string[]
  consentIds: string[]
  /** Further phones, e-mails and ids that each had. */
  points?: { survivor: Point[]; merged: Point[] }
  /** Of merges that moved these rows as they were. */
  pointIds?: string[]
  /** What the handlers of other modules moved, by their names. */
  moved?: Record<string, readonly string[]>
}
export type MergeRow = Omit<typeof contactMerges.$inferSelect, 'snapshot'> & { snapshot: Snapshot }

export const factsOf = (row: ContactRow): Facts => {
  const { name, profileName, phone, email, notes, attributes, tagIds, language, timezone } = row
  const { organization, jobTitle, document, documentHash, birthday, address, lifecycle, ownerId, legalHold, block } =
    row
  return {
    ...{ name, profileName, phone, email, notes, attributes, tagIds, language, timezone },
    ...{ organization, jobTitle, document, documentHash, birthday, address, lifecycle, ownerId, legalHold, block },
    blockedAt: row.blockedAt?.toISOString() ?? null,
    lastInboundAt: row.lastInboundAt?.toISOString() ?? null,
    lastOutboundAt: row.lastOutboundAt?.toISOString() ?? null,
  }
}

const momentOf = (value: string | null | undefined) => (value === undefined || value === null ? value : new Date(value))

export const saveFacts = async (ctx: CompanyCtx, id: string, facts: Partial<Facts>): Promise<void> => {
  const { blockedAt, lastInboundAt, lastOutboundAt, ...rest } = facts
  const at = given({
    blockedAt: momentOf(blockedAt),
    lastInboundAt: momentOf(lastInboundAt),
    lastOutboundAt: momentOf(lastOutboundAt),
  })
  await ctx.db
    .update(contacts)
    .set({ ...rest, ...at, version: nextVersion, updatedAt: ctx.now() })
    .where(isContact(ctx, id))
}

/** Holds contacts still to the end of the transaction. */
export const lockContacts = async (ctx: CompanyCtx, ids: readonly string[]): Promise<void> => {
  await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.company.id), inArray(contacts.id, [...ids])))
    .orderBy(contacts.id)
    .for('update')
}

/** Puts a contact away; its id leads to the other from then on. */
export const putAway = async (ctx: CompanyCtx, id: string, survivorId: string): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({ deletedAt: ctx.now(), phone: null, mergedIntoId: survivorId, version: nextVersion, updatedAt: ctx.now() })
    .where(isContact(ctx, id))
}

/** Takes a contact out again that was put away into `survivorId`; false when it is there no more. */
export const takeOut = async (ctx: CompanyCtx, id: string, survivorId: string): Promise<boolean> => {
  const rows = await ctx.db
    .update(contacts)
    .set({ deletedAt: null, mergedIntoId: null, version: nextVersion, updatedAt: ctx.now() })
    .where(and(isContact(ctx, id), eq(contacts.mergedIntoId, survivorId)))
    .returning({ id: contacts.id })
  return rows.length > 0
}

const moved = (
  ctx: CompanyCtx,
  table: typeof contactIdentities | typeof consents | typeof contactPoints,
  from: string,
  only: readonly string[] | undefined,
) =>
  and(
    eq(table.companyId, ctx.company.id),
    eq(table.contactId, from),
    only && sql`${table.id} = any(${sql.param([...only])}::uuid[])`,
  )

/** Gives identities to a contact: all that `from` has, or those of them that are named. Answers which. */
export const moveIdentities = async (
  ctx: CompanyCtx,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<string[]> => {
  const rows = await ctx.db
    .update(contactIdentities)
    .set({ contactId: to, updatedAt: ctx.now() })
    .where(moved(ctx, contactIdentities, from, only))
    .returning({ id: contactIdentities.id })
  return rows.map(({ id }) => id)
}

/** Moves further phones, e-mails and ids of before merges kept them by value. */
export const movePoints = async (ctx: CompanyCtx, from: string, to: string, only: readonly string[]): Promise<void> => {
  await ctx.db
    .update(contactPoints)
    .set({ contactId: to })
    .where(moved(ctx, contactPoints, from, only))
}

/** Moves what a contact said to being written to. */
export const moveConsents = async (
  ctx: CompanyCtx,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<string[]> => {
  const rows = await ctx.db
    .update(consents)
    .set({ contactId: to })
    .where(moved(ctx, consents, from, only))
    .returning({ id: consents.id })
  return rows.map(({ id }) => id)
}

export type LaterConsent = typeof consents.$inferSelect

/** What a contact has said since a moment, other than by being merged. */
export const findConsentsSince = (ctx: CompanyCtx, contactId: string, since: Date): Promise<LaterConsent[]> =>
  ctx.db
    .select()
    .from(consents)
    .where(
      and(
        eq(consents.companyId, ctx.company.id),
        eq(consents.contactId, contactId),
        gte(consents.at, since),
        ne(consents.source, 'merge'),
      ),
    )

/** Takes back the no that a merge carried over. */
export const dropMergeConsent = async (ctx: CompanyCtx, mergeId: string, contactId: string): Promise<void> => {
  await ctx.db
    .delete(consents)
    .where(
      and(
        eq(consents.companyId, ctx.company.id),
        eq(consents.contactId, contactId),
        eq(consents.source, 'merge'),
        sql`${consents.evidence}->>'mergeId' = ${mergeId}`,
      ),
    )
}

export const insertMerge = async (
  ctx: CompanyCtx,
  merge: { id: string; survivorId: string; mergedId: string; actorId: string | null; snapshot: Snapshot },
): Promise<void> => {
  await ctx.db.insert(contactMerges).values({ ...merge, companyId: ctx.company.id, createdAt: ctx.now() })
}

const typed = (row: typeof contactMerges.$inferSelect): MergeRow => ({ ...row, snapshot: row.snapshot as Snapshot })

/** Merges into a contact since a moment that were not undone, newest first. */
export const findMerges = async (ctx: CompanyCtx, survivorId: string, since: Date): Promise<MergeRow[]> => {
  const rows = await ctx.db
    .select()
    .from(contactMerges)
    .where(
      and(
        eq(contactMerges.companyId, ctx.company.id),
        eq(contactMerges.survivorId, survivorId),
        gt(contactMerges.createdAt, since),
        isNull(contactMerges.undoneAt),
      ),
    )
    .orderBy(desc(contactMerges.createdAt), desc(contactMerges.id))
  return rows.map(typed)
}

export const findMerge = async (ctx: CompanyCtx, id: string): Promise<MergeRow | null> => {
  const rows = await ctx.db
    .select()
    .from(contactMerges)
    .where(and(eq(contactMerges.companyId, ctx.company.id), eq(contactMerges.id, id)))
    .for('update')
  return rows[0] ? typed(rows[0]) : null
}

export const markUndone = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db
    .update(contactMerges)
    .set({ undoneAt: ctx.now() })
    .where(and(eq(contactMerges.companyId, ctx.company.id), eq(contactMerges.id, id)))
}

/** How many conversations these identities have had. */
export const countConversations = async (ctx: CompanyCtx, identityIds: readonly string[]): Promise<number> => {
  const result = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from conversations
    where company_id = ${ctx.company.id} and identity_id = any(${sql.param(identityIds)}::uuid[])`)
  return result.rows[0]?.count ?? 0
}

/** How much a merge gives the survivor: what members wrote down about the other, and lists that it is not in. */
export const countMoving = async (ctx: CompanyCtx, survivorId: string, otherId: string) => {
  const { rows } = await ctx.db.execute<{ notes: number; lists: number }>(sql`
    select (select count(*)::int from contact_notes n
        where n.company_id = ${ctx.company.id} and n.contact_id = ${otherId}) as notes,
      (select count(*)::int from contact_list_members m where m.company_id = ${ctx.company.id} and m.contact_id = ${otherId}
        and not exists (select 1 from contact_list_members s where s.company_id = m.company_id and s.list_id = m.list_id
          and s.contact_id = ${survivorId})) as lists`)
  return rows[0] ?? { notes: 0, lists: 0 }
}

/** Whose conversation a message is in; null for one that is gone. */
export const findContactOfMessage = async (ctx: CompanyCtx, messageId: string): Promise<string | null> => {
  const result = await ctx.db.execute<{ contactId: string }>(sql`
    select contact_id as "contactId" from messages where company_id = ${ctx.company.id} and id = ${messageId}`)
  return result.rows[0]?.contactId ?? null
}
