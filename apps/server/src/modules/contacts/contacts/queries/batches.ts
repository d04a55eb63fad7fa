import type { ContactAddress } from '@recado/contracts/contacts/contact-values'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'
import { marketingOf } from './consents.ts'

// Many contacts at once, in a constant number of statements. Call these with the company's people locked.

/** What can be changed of many contacts. */
export type Fields = {
  name: string | null
  phone: string | null
  email: string | null
  notes: string | null
  organization: string | null
  jobTitle: string | null
  /** Sealed, with what finds it again. */
  document: string | null
  documentHash: string | null
  birthday: string | null
  address: ContactAddress | null
  lifecycle: string | null
  ownerId: string | null
  language: string | null
  tagIds: string[]
  attributes: Record<string, unknown>
}
export type Known = Fields & {
  id: string
  marketing: 'unknown' | 'granted' | 'denied'
  blocked: boolean
  /** In the bin. */
  binned: boolean
  version: number
}
export type Point = { kind: 'phone' | 'email' | 'external'; scope: string; value: string }

const columns = sql`c.id, c.name, c.phone, c.email, c.notes, c.organization, c.job_title as "jobTitle", c.document,
  c.document_hash as "documentHash", c.birthday::text as birthday, c.address, c.lifecycle, c.owner_id as "ownerId",
  c.language, c.tag_ids::text[] as "tagIds", c.attributes, c.marketing, c.blocked_at is not null as blocked,
  c.deleted_at is not null as binned, c.version`

const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`
const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`
const rowsOf = (values: unknown): SQL => sql`${stringifySanitized(values)}::json`

/** By what contacts are looked for; e-mail addresses in lower case, documents by their hash. */
export type Keys = { scope: string; external: string[]; phones: string[]; emails: string[]; documents: string[] }

/** What one query finds for each of some values `v.value`. The fence has an index asked for each, whatever a planner expects. */
const forEach = (kind: string, values: readonly string[], found: SQL): SQL => sql`
  select ${kind}::text || ' ' || v.value as key, f.contact_id
  from unnest(${texts(values)}) as v(value) cross join lateral (${found} offset 0) f`

/**
 * Contacts by what they are known by, as `kind value` → id. One that is there comes before one in the bin; merged and
 * erased ones are not found.
 */
export const findByKeys = async (tx: CompanyCtx, keys: Keys): Promise<Map<string, string>> => {
  const company = tx.company.id
  const point = (kind: string, scope: SQL) => sql`select p.contact_id from contact_points p
    where p.company_id = ${company} and p.kind = ${kind} and ${scope} and p.value = v.value`
  const own = (condition: SQL) =>
    sql`select c.id as contact_id from contacts c where c.company_id = ${company} and ${condition}`
  const any = sql`true`
  const all = [
    forEach('external', keys.external, point('external', sql`p.scope = ${keys.scope}`)),
    forEach('phone', keys.phones, own(sql`c.phone = v.value`)),
    forEach('phone', keys.phones, point('phone', any)),
    forEach(
      'phone',
      keys.phones,
      sql`select i.contact_id from contact_identities i
      where i.company_id = ${company} and i.phone = v.value`,
    ),
    forEach('email', keys.emails, own(sql`c.email is not null and c.deleted_at is null and lower(c.email) = v.value`)),
    forEach('email', keys.emails, point('email', any)),
    forEach('document', keys.documents, own(sql`c.document_hash = v.value`)),
  ]
  const { rows } = await tx.db.execute<{ key: string; id: string }>(sql`
    select k.key, c.id from (${sql.join(all, sql` union all `)}) k
    cross join lateral (select c.id, c.deleted_at, c.created_at from contacts c
      where c.company_id = ${company} and c.id = k.contact_id and c.merged_into_id is null and c.erased_at is null offset 0) c
    order by c.deleted_at is null, c.created_at desc, c.id desc`)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** What is known of contacts, those in the bin too. */
export const findMany = async (tx: CompanyCtx, contactIds: readonly string[]): Promise<Map<string, Known>> => {
  if (contactIds.length === 0) return new Map()
  const { rows } = await tx.db.execute<Known>(sql`
    select ${columns} from contacts c where c.company_id = ${tx.company.id} and c.id = any(${ids(contactIds)})`)
  return new Map(rows.map((row) => [row.id, row]))
}

const recordset = sql`id uuid, name text, phone text, email text, notes text, organization text, "jobTitle" text,
  document text, "documentHash" text, birthday date, address jsonb, lifecycle text, "ownerId" uuid, language text,
  "tagIds" uuid[], attributes jsonb`

/** Makes contacts that came with a file or a campaign. */
export const insertMany = async (
  tx: CompanyCtx,
  contacts: readonly (Fields & { id: string })[],
  source: 'import' | 'campaign',
): Promise<void> => {
  if (contacts.length === 0) return
  await tx.db.execute(sql`
    insert into contacts (company_id, id, name, phone, email, notes, organization, job_title, document, document_hash,
      birthday, address, lifecycle, owner_id, language, tag_ids, attributes, source)
    select ${tx.company.id}, id, name, phone, email, notes, organization, "jobTitle", document, "documentHash", birthday,
      address, lifecycle, "ownerId", language, "tagIds", attributes, ${source}
    from json_to_recordset(${rowsOf(contacts)}) as t(${recordset})`)
}

/** Writes what contacts are now, whole; those in the bin come out of it, or go back into it. */
export const updateMany = async (
  tx: CompanyCtx,
  contacts: readonly (Fields & { id: string; binned: boolean })[],
): Promise<void> => {
  if (contacts.length === 0) return
  await tx.db.execute(sql`
    update contacts c set name = t.name, phone = t.phone, email = t.email, notes = t.notes, organization = t.organization,
      job_title = t."jobTitle", document = t.document, document_hash = t."documentHash", birthday = t.birthday,
      address = t.address, lifecycle = t.lifecycle, owner_id = t."ownerId", language = t.language, tag_ids = t."tagIds",
      attributes = t.attributes, deleted_at = case when t.binned then coalesce(c.deleted_at, now()) end,
      version = c.version + 1, updated_at = now()
    from json_to_recordset(${rowsOf(contacts)}) as t(${recordset}, binned boolean)
    where c.company_id = ${tx.company.id} and c.id = t.id`)
}

/** Adds further phones and addresses, and what other systems call contacts; answers those that were not there yet. */
export const insertPoints = async (
  tx: CompanyCtx,
  points: readonly (Point & { contactId: string })[],
): Promise<(Point & { contactId: string })[]> => {
  if (points.length === 0) return []
  const { rows } = await tx.db.execute<Point & { contactId: string }>(sql`
    insert into contact_points (company_id, id, contact_id, kind, scope, value)
    select ${tx.company.id}, id, "contactId", kind, scope, value
    from json_to_recordset(${rowsOf(points.map((point) => ({ ...point, id: newId() })))})
      as t(id uuid, "contactId" uuid, kind text, scope text, value text)
    where not exists (select 1 from contact_points p where p.company_id = ${tx.company.id} and p.contact_id = t."contactId"
      and p.kind = t.kind and p.scope = t.scope and p.value = t.value)
    on conflict do nothing returning contact_id as "contactId", kind, scope, value`)
  return rows
}

/** Takes points of contacts away again. */
export const deletePoints = async (
  tx: CompanyCtx,
  points: readonly (Point & { contactId: string })[],
): Promise<void> => {
  if (points.length === 0) return
  await tx.db.execute(sql`
    delete from contact_points p using json_to_recordset(${rowsOf(points)}) as t("contactId" uuid, kind text, scope text, value text)
    where p.company_id = ${tx.company.id} and p.contact_id = t."contactId" and p.kind = t.kind and p.scope = t.scope
      and p.value = t.value`)
}

export type NewBatchConsent = {
  contactId: string
  state: 'granted' | 'denied' | 'pending'
  at: Date
  textVersion: string | null
  evidence: Record<string, unknown>
  expiresAt: Date | null
}

const settleMarketing = (tx: CompanyCtx, contactIds: readonly string[]) =>
  tx.db.execute(sql`
    update contacts c set marketing = ${sql.raw(marketingOf('c'))}
    where c.company_id = ${tx.company.id} and c.id = any(${ids(contactIds)})`)

/** Writes down what people said to marketing on WhatsApp, as a file or a member has it. */
export const insertConsents = async (
  tx: CompanyCtx,
  source: 'import' | 'manual',
  consents: readonly NewBatchConsent[],
): Promise<void> => {
  if (consents.length === 0) return
  await tx.db.execute(sql`
    insert into consents (company_id, id, contact_id, purpose, state, source, evidence, text_version, at, expires_at)
    select ${tx.company.id}, id, "contactId", 'marketing', state, ${source}, evidence, "textVersion", at, "expiresAt"
    from json_to_recordset(${rowsOf(consents.map((consent) => ({ ...consent, id: newId() })))})
      as t(id uuid, "contactId" uuid, state text, evidence jsonb, "textVersion" text, at timestamptz, "expiresAt" timestamptz)`)
  await settleMarketing(
    tx,
    consents.map(({ contactId }) => contactId),
  )
}

/** Takes back what a file said of these people: it was not theirs to say. */
export const deleteImportedConsents = async (
  tx: CompanyCtx,
  importId: string,
  contactIds: readonly string[],
): Promise<void> => {
  const { rowCount } = await tx.db.execute(sql`
    delete from consents where company_id = ${tx.company.id} and contact_id = any(${ids(contactIds)}) and source = 'import'
      and evidence->>'importId' = ${importId}`)
  if (rowCount) await settleMarketing(tx, contactIds)
}

/** Who of these has been written to, or has written: they have a conversation or can be reached by a number of ours. */
export const findInUse = async (tx: CompanyCtx, contactIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select contact_id as id from contact_identities where company_id = ${tx.company.id} and contact_id = any(${ids(contactIds)})
    union
    select contact_id from conversations where company_id = ${tx.company.id} and contact_id = any(${ids(contactIds)})`)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes contacts that nothing refers to. */
export const deleteUnused = async (tx: CompanyCtx, contactIds: readonly string[]): Promise<void> => {
  if (contactIds.length === 0) return
  const these = sql`company_id = ${tx.company.id} and contact_id = any(${ids(contactIds)})`
  await tx.db.execute(sql`delete from contact_points where ${these}`)
  await tx.db.execute(sql`delete from consents where ${these}`)
  await tx.db.execute(sql`delete from contacts where company_id = ${tx.company.id} and id = any(${ids(contactIds)})`)
}
