import type { ContactSource } from '@recado/contracts/contacts/contacts'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { Identity, Sql, UserKey } from '../whatsapp-user.ts'

const columns = `i.id, i.company_id as "companyId", i.scope, i.contact_id as "contactId", i.phone, i.wa_id as "waId", i.bsuid,
  i.parent_bsuid as "parentBsuid", i.username`

/** Makes the changes to a company's people one after another, whichever process makes them. Held to the end of the transaction. */
export const lockPeople = async (sql: Sql, companyIds: readonly string[]): Promise<void> => {
  await sql.query({
    name: 'contacts_lock',
    text: `select pg_advisory_xact_lock(7302, hashtext(id)) from (select unnest($1::text[]) as id order by 1) t`,
    values: [[...new Set(companyIds)].sort()],
  })
}

export const byKeysSql = `with k as (select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as k(company_id, scope, phone, bsuid))
  select ${columns} from k join contact_identities i on i.company_id = k.company_id and i.scope = k.scope and i.phone = k.phone
  union
  select ${columns} from k join contact_identities i on i.company_id = k.company_id and i.scope = k.scope and i.bsuid = k.bsuid`

type Key = Pick<UserKey, 'companyId' | 'scope' | 'phone' | 'bsuid'>

/** Identities that have the phone or the business-scoped id of one of these keys. */
export const findIdentities = async (sql: Sql, keys: readonly Key[]): Promise<Identity[]> => {
  const result = await sql.query<Identity>({
    name: 'contacts_identities',
    text: byKeysSql,
    values: [
      keys.map((k) => k.companyId),
      keys.map((k) => k.scope),
      keys.map((k) => k.phone),
      keys.map((k) => k.bsuid),
    ],
  })
  return result.rows
}

/**
 * Contacts by company and canonical phone, those in the bin too, as `company phone` → id: whose phone it is, or a further
 * one.
 */
export const findContactsByPhone = async (
  sql: Sql,
  keys: readonly { companyId: string; phone: string }[],
): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map()
  const result = await sql.query<{ key: string; id: string }>({
    name: 'contacts_by_phone',
    text: `with k as (select * from unnest($1::uuid[], $2::text[]) as k(company_id, phone))
      select c.company_id || ' ' || p.value as key, c.id from k
      join contact_points p on p.company_id = k.company_id and p.kind = 'phone' and p.scope = '' and p.value = k.phone
      join contacts c on c.company_id = p.company_id and c.id = p.contact_id
      union all
      select c.company_id || ' ' || c.phone, c.id from k
      join contacts c on c.company_id = k.company_id and c.phone = k.phone`,
    values: [keys.map((k) => k.companyId), keys.map((k) => k.phone)],
  })
  return new Map(result.rows.map((row) => [row.key, row.id]))
}

/**
 * Selects the identity `i` that messages to a contact `ct` go to in a scope: the one of the displayed phone number,
 * or else any identity with a phone number.
 */
export const likelyIdentity = sql`(i.phone = ct.phone) desc nulls last, (i.phone is not null) desc, i.id`

/** The identity of a contact for the numbers of a scope, or its phone if it has none there; null if it was deleted. */
export const findContactUser = async (
  ctx: CompanyCtx,
  contactId: string,
  scope: string,
): Promise<Pick<UserKey, 'phone' | 'waId' | 'bsuid'> | null> => {
  const { rows } = await ctx.db.execute<Pick<UserKey, 'phone' | 'waId' | 'bsuid'>>(sql`
    select coalesce(i.phone, ct.phone) as phone, coalesce(i.wa_id, ct.phone) as "waId", i.bsuid
    from contacts ct
    left join contact_identities i on i.company_id = ct.company_id and i.contact_id = ct.id and i.scope = ${scope}
    where ct.company_id = ${ctx.company.id} and ct.id = ${contactId} and ct.deleted_at is null
    order by ${likelyIdentity} limit 1`)
  return rows[0] ?? null
}

/** Whether WhatsApp told the company of someone by this id on numbers of a scope. */
export const isKnownBsuid = async (ctx: CompanyCtx, scope: string, bsuid: string): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    select 1 from contact_identities where company_id = ${ctx.company.id} and scope = ${scope} and bsuid = ${bsuid} limit 1`)
  return rows.length > 0
}

export type NewContact = {
  companyId: string
  id: string
  name: string | null
  profileName: string | null
  phone: string | null
  /** By a message unless said otherwise. */
  source?: ContactSource
}

export const insertContacts = async (sql: Sql, contacts: readonly NewContact[]): Promise<void> => {
  if (contacts.length === 0) return
  await sql.query({
    name: 'contacts_insert',
    text: `insert into contacts (company_id, id, name, profile_name, phone, source)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    values: [
      contacts.map((c) => c.companyId),
      contacts.map((c) => c.id),
      contacts.map((c) => c.name),
      contacts.map((c) => c.profileName),
      contacts.map((c) => c.phone),
      contacts.map((c) => c.source ?? 'chat'),
    ],
  })
}

export const insertIdentities = async (sql: Sql, identities: readonly Identity[]): Promise<void> => {
  if (identities.length === 0) return
  await sql.query({
    name: 'contact_identities_insert',
    text: `insert into contact_identities (company_id, id, contact_id, scope, phone, wa_id, bsuid, parent_bsuid, username)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])`,
    values: [
      identities.map((i) => i.companyId),
      identities.map((i) => i.id),
      identities.map((i) => i.contactId),
      identities.map((i) => i.scope),
      identities.map((i) => i.phone),
      identities.map((i) => i.waId),
      identities.map((i) => i.bsuid),
      identities.map((i) => i.parentBsuid),
      identities.map((i) => i.username),
    ],
  })
}

export const updateIdentity = async (sql: Sql, identity: Identity): Promise<void> => {
  await sql.query({
    name: 'contact_identities_update',
    text: `update contact_identities set contact_id = $3, phone = $4, wa_id = $5, bsuid = $6, parent_bsuid = $7, username = $8,
      updated_at = now() where company_id = $1 and id = $2`,
    values: [
      identity.companyId,
      identity.id,
      identity.contactId,
      identity.phone,
      identity.waId,
      identity.bsuid,
      identity.parentBsuid,
      identity.username,
    ],
  })
}

export const deleteIdentity = async (sql: Sql, companyId: string, id: string): Promise<void> => {
  await sql.query({ text: `delete from contact_identities where company_id = $1 and id = $2`, values: [companyId, id] })
}

/** Makes this the contact's phone, which it may have had as a further one. */
export const setPhone = async (sql: Sql, companyId: string, contactId: string, phone: string): Promise<void> => {
  await sql.query({
    text: `update contacts set phone = $3, version = version + 1, updated_at = now() where company_id = $1 and id = $2`,
    values: [companyId, contactId, phone],
  })
  await sql.query({
    text: `delete from contact_points where company_id = $1 and contact_id = $2 and kind = 'phone' and value = $3`,
    values: [companyId, contactId, phone],
  })
}

/** Gives the contact this phone unless another contact of the company has it; answers whose it is now. */
export const claimPhone = async (sql: Sql, companyId: string, contactId: string, phone: string): Promise<string> => {
  const owner = (await findContactsByPhone(sql, [{ companyId, phone }])).get(`${companyId} ${phone}`)
  if (owner !== undefined) return owner
  await setPhone(sql, companyId, contactId, phone)
  return contactId
}

/** What profiles say now, for those that changed: the profile name of the contact, and the address Meta uses. */
export const refreshProfiles = async (
  sql: Sql,
  changes: readonly { companyId: string; identityId: string; contactId: string; user: UserKey }[],
): Promise<void> => {
  if (changes.length === 0) return
  await sql.query({
    text: `update contact_identities i set wa_id = coalesce(k.wa_id, i.wa_id), username = coalesce(k.username, i.username),
        parent_bsuid = coalesce(k.parent_bsuid, i.parent_bsuid), updated_at = now()
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as k(company_id, id, wa_id, username, parent_bsuid)
      where i.company_id = k.company_id and i.id = k.id`,
    values: [
      changes.map((c) => c.companyId),
      changes.map((c) => c.identityId),
      changes.map((c) => c.user.waId),
      changes.map((c) => c.user.username),
      changes.map((c) => c.user.parentBsuid),
    ],
  })
  await sql.query({
    text: `update contacts c set profile_name = k.name, updated_at = now()
      from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(company_id, id, name)
      where c.company_id = k.company_id and c.id = k.id and k.name is not null and c.profile_name is distinct from k.name`,
    values: [changes.map((c) => c.companyId), changes.map((c) => c.contactId), changes.map((c) => c.user.profileName)],
  })
}

/** Names people whom the team has not named after the address book of the number's phone. Unknown people are left alone. */
export const nameByAddressBook = async (
  sql: Sql,
  entries: readonly { user: UserKey; name: string }[],
): Promise<void> => {
  if (entries.length === 0) return
  await sql.query({
    text: `update contacts c set name = k.name, version = c.version + 1, updated_at = now()
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as k(company_id, scope, phone, bsuid, name)
      join contact_identities i on i.company_id = k.company_id and i.scope = k.scope and (i.phone = k.phone or i.bsuid = k.bsuid)
      where c.company_id = i.company_id and c.id = i.contact_id and c.name is null`,
    values: [
      entries.map(({ user }) => user.companyId),
      entries.map(({ user }) => user.scope),
      entries.map(({ user }) => user.phone),
      entries.map(({ user }) => user.bsuid),
      entries.map(({ name }) => name.replaceAll('\u0000', '').slice(0, 120).toWellFormed()),
    ],
  })
}
