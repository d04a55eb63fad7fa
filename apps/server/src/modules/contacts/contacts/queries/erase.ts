import { phoneVariants } from '@recado/contracts/whatsapp/phone'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { EraseHandler, ErasureMode, ErasureSubject } from '#server/lib/erasure.ts'
import { displayNameOf } from '../card.ts'
import type { SuppressionKey } from './suppressions.ts'

/** What an erased contact is called. */
const ERASED = 'Erased'
/** A shorter name stands in too many places that are not about the person. */
const SHORTEST_NAME = 2

const uuids = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`
const filled = (values: readonly (string | null | undefined)[]) => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value !== '')),
]

type PersonRow = {
  id: string
  name: string | null
  profileName: string | null
  phone: string | null
  email: string | null
}
type IdentityRow = {
  phone: string | null
  waId: string | null
  bsuid: string | null
  parentBsuid: string | null
  username: string | null
}

/** A contact and all that were merged into it, as `all_of_them`. */
const allOfThem = (ctx: CompanyCtx, contactId: string) => sql`
    with recursive all_of_them as (
      select id from contacts where company_id = ${ctx.company.id} and id = ${contactId}
      union
      select c.id from contacts c join all_of_them a on c.merged_into_id = a.id where c.company_id = ${ctx.company.id}
    )`

/** The ids of a contact and of all that were merged into it, as a subquery. */
export const idsOfAll = (ctx: CompanyCtx, contactId: string) =>
  sql`${allOfThem(ctx, contactId)} select id from all_of_them`

const findPeople = async (tx: CompanyCtx, contactId: string): Promise<PersonRow[]> => {
  const { rows } = await tx.db.execute<PersonRow>(sql`${allOfThem(tx, contactId)}
    select c.id, c.name, c.profile_name as "profileName", c.phone, c.email from contacts c
    join all_of_them a on a.id = c.id where c.company_id = ${tx.company.id} for update of c`)
  return rows
}

/** Everything a person is known by, with what was merged into their contact. Locks those contacts. */
export const findSubject = async (tx: CompanyCtx, contactId: string, mode: ErasureMode): Promise<ErasureSubject> => {
  const companyId = tx.company.id
  const people = await findPeople(tx, contactId)
  const contactIds = people.map(({ id }) => id)
  const { rows: identities } = await tx.db.execute<IdentityRow>(sql`
    select phone, wa_id as "waId", bsuid, parent_bsuid as "parentBsuid", username from contact_identities
    where company_id = ${companyId} and contact_id = ${uuids(contactIds)}`)
  const { rows: points } = await tx.db.execute<{ kind: string; value: string }>(sql`
    select kind, value from contact_points where company_id = ${companyId} and contact_id = ${uuids(contactIds)}`)
  const { rows: merged } = await tx.db.execute<{ name: string | null; phone: string | null; email: string | null }>(sql`
    select snapshot->>'mergedName' as name, snapshot->'merged'->>'phone' as phone, snapshot->'merged'->>'email' as email
    from contact_merges where company_id = ${companyId} and survivor_id = ${uuids(contactIds)}`)
  const ofKind = (kind: string) => points.filter((point) => point.kind === kind).map(({ value }) => value)
  const phones = filled([
    ...people.map(({ phone }) => phone),
    ...identities.flatMap(({ phone, waId }) => [phone, waId]),
    ...merged.map(({ phone }) => phone),
    ...ofKind('phone'),
  ])
  const username = identities.find((identity) => identity.username !== null)?.username ?? null
  const names = [
    ...people.flatMap((person) => [person.name, person.profileName, displayNameOf({ ...person, username }, true)]),
    ...identities.map((identity) => identity.username),
    ...merged.map(({ name }) => name),
  ]
  return {
    ...{ companyId, mode, contactIds },
    phones: [...new Set(phones.flatMap(phoneVariants))],
    bsuids: filled(identities.flatMap(({ bsuid, parentBsuid }) => [bsuid, parentBsuid])),
    emails: filled([...people.map(({ email }) => email), ...merged.map(({ email }) => email), ...ofKind('email')]),
    names: filled(names).filter((name) => name.length > SHORTEST_NAME && name !== 'WhatsApp' && name !== ERASED),
  }
}

/** By what they are kept from coming in again. */
export const suppressionKeysOf = ({ phones, bsuids, emails }: ErasureSubject): SuppressionKey[] => [
  ...phones.map((value) => ({ kind: 'phone' as const, value })),
  ...bsuids.map((value) => ({ kind: 'bsuid' as const, value })),
  ...emails.map((value) => ({ kind: 'email' as const, value })),
]

/** Takes out of contacts all that says who they are: from then on nothing that comes in is theirs. */
export const blankContacts = async (tx: CompanyCtx, { companyId, contactIds, mode }: ErasureSubject): Promise<void> => {
  const own = sql`company_id = ${companyId} and contact_id = ${uuids(contactIds)}`
  await tx.db.execute(sql`
    update contact_identities set phone = null, wa_id = null, bsuid = null, parent_bsuid = null, username = null, updated_at = now()
    where ${own}`)
  await tx.db.execute(sql`delete from contact_points where ${own}`)
  await tx.db.execute(sql`update consents set evidence = '{}', text_version = null where ${own}`)
  await tx.db.execute(sql`
    delete from contact_merges where company_id = ${companyId}
      and (survivor_id = ${uuids(contactIds)} or merged_id = ${uuids(contactIds)})`)
  await tx.db.execute(sql`
    update contacts set name = ${ERASED}, profile_name = null, phone = null, email = null, notes = null, attributes = '{}',
      tag_ids = '{}', language = null, timezone = null, organization = null, job_title = null, document = null,
      document_hash = null, birthday = null, address = null, lifecycle = null, owner_id = null, marketing = 'denied',
      blocked_at = null, block = null, erased_at = coalesce(erased_at, ${tx.now().toISOString()}::timestamptz),
      deleted_at = case when ${mode === 'delete'} then coalesce(deleted_at, now()) else deleted_at end,
      version = version + 1, updated_at = now()
    where company_id = ${companyId} and id = ${uuids(contactIds)}`)
}

/** The contacts themselves and what they said to being written to, when all goes. */
export const eraseContacts: EraseHandler = async ({ db }, { companyId, contactIds, mode }) => {
  if (mode === 'anonymise') return {}
  const own = sql`company_id = ${companyId} and contact_id = ${uuids(contactIds)}`
  const consents = await db.execute(sql`delete from consents where ${own}`)
  await db.execute(sql`delete from contact_identities where ${own}`)
  const contacts = await db.execute(sql`
    delete from contacts where company_id = ${companyId} and id = ${uuids(contactIds)}`)
  return { consents: consents.rowCount ?? 0, contacts: contacts.rowCount ?? 0 }
}

/** Gives the file by which an import proves what people said another name. */
export const renameEvidence = async (tx: CompanyCtx, importId: string, fileName: string): Promise<void> => {
  await tx.db.execute(sql`
    update consents set evidence = evidence || jsonb_build_object('fileName', ${fileName}::text)
    where company_id = ${tx.company.id} and evidence->>'importId' = ${importId} and evidence ? 'fileName'`)
}

/** Why nothing of a contact may be erased, whether that was said of it or of one that was merged into it; null if nothing. */
export const findHold = async (ctx: CompanyCtx, contactId: string): Promise<string | null> => {
  const { rows } = await ctx.db.execute<{ reason: string }>(sql`${allOfThem(ctx, contactId)}
    select c.legal_hold as reason from contacts c join all_of_them a on a.id = c.id
    where c.company_id = ${ctx.company.id} and c.legal_hold is not null order by (c.id = ${contactId}) desc limit 1`)
  return rows[0]?.reason ?? null
}

/** Sets why nothing of a contact may be erased; null lifts it, and that of what was merged into it. */
export const writeHold = async (tx: CompanyCtx, contactId: string, reason: string | null): Promise<void> => {
  await tx.db.execute(sql`${allOfThem(tx, contactId)}
    update contacts c set legal_hold = ${reason}::text, version = c.version + 1, updated_at = now() from all_of_them a
    where c.company_id = ${tx.company.id} and c.id = a.id and (c.id = ${contactId} or ${reason}::text is null)`)
}
