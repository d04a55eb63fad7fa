import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { CompanyCtx, Ctx, Deps } from '#server/context.ts'
import { suppressions } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'

/** What a person is known by; `value` as it was typed or as Meta gave it. */
export type SuppressionKey = { kind: 'phone' | 'email' | 'bsuid'; value: string }
export type SuppressionReason = (typeof suppressions.$inferSelect)['reason']

const normal = ({ kind, value }: SuppressionKey) => {
  if (kind === 'phone') return canonicalPhone(value)
  return kind === 'email' ? value.trim().toLowerCase() : value
}

/** No one without the installation's secret can tell from it who it is, nor whether two companies know the same person. */
const hashOf = (deps: Pick<Deps, 'sealer'>, companyId: string, key: SuppressionKey): string =>
  deps.sealer.sign('suppression', `${companyId} ${key.kind} ${normal(key)}`)

type Known = {
  phone: string | null
  email: string | null
  identities: readonly { phone: string | null; waId: string | null; bsuid: string | null }[]
  points: readonly { kind: string; value: string }[]
}

/** Every number, address and id by which a contact could be on the list. */
export const keysOfContact = ({ phone, email, identities, points }: Known): SuppressionKey[] => {
  const further = (kind: string) => points.flatMap((point) => (point.kind === kind ? [point.value] : []))
  const phones = [phone, ...identities.flatMap((one) => [one.phone, one.waId]), ...further('phone')]
  const all = {
    phone: phones,
    email: [email, ...further('email')],
    bsuid: identities.map(({ bsuid }) => bsuid),
  } as const
  return (['phone', 'email', 'bsuid'] as const).flatMap((kind) =>
    [...new Set(all[kind])].flatMap((value) => (value === null || value === '' ? [] : [{ kind, value }])),
  )
}

/** Whose phone this is: contacts by their own phone, further ones and the numbers that they write from. */
export const findContactsOfPhone = async (ctx: CompanyCtx, phone: string): Promise<string[]> => {
  const companyId = ctx.company.id
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from contacts where company_id = ${companyId} and phone = ${phone} and erased_at is null
    union
    select contact_id from contact_points where company_id = ${companyId} and kind = 'phone' and value = ${phone}
    union
    select contact_id from contact_identities where company_id = ${companyId} and phone = ${phone}`)
  return rows.map(({ id }) => id)
}

/** The entries of any of these keys, oldest first. */
export const findSuppressions = async (
  ctx: Pick<Ctx, 'db' | 'deps'>,
  companyId: string,
  keys: readonly SuppressionKey[],
) => {
  if (keys.length === 0) return []
  const hashes = [...new Set(keys.map((key) => hashOf(ctx.deps, companyId, key)))]
  const areTheirs = and(eq(suppressions.companyId, companyId), inArray(suppressions.hash, hashes))
  return ctx.db.select().from(suppressions).where(areTheirs).orderBy(suppressions.createdAt)
}

/** So many keys take longer to hash than it takes to look whether anybody is suppressed at all. */
const MANY = 50

/** Who of these must neither be taken in nor written to. Any number of keys; two queries at most. */
export const findSuppressed = async <K extends SuppressionKey>(
  ctx: Pick<Ctx, 'db' | 'deps'> & { company: { id: string } | null },
  keys: readonly K[],
): Promise<ReadonlySet<K>> => {
  const companyId = ctx.company?.id
  if (companyId === undefined || keys.length === 0) return new Set()
  if (keys.length > MANY) {
    const { rows: any } = await ctx.db.execute(sql`select 1 from suppressions where company_id = ${companyId} limit 1`)
    if (any.length === 0) return new Set()
  }
  const hashes = keys.map((key) => hashOf(ctx.deps, companyId, key))
  const { rows } = await ctx.db.execute<{ hash: string }>(sql`
    select hash from suppressions where company_id = ${companyId} and hash = any(${sql.param([...new Set(hashes)])}::text[])`)
  const found = new Set(rows.map(({ hash }) => hash))
  return new Set(keys.filter((_, index) => found.has(hashes[index] ?? '')))
}

/** A person on a number's way out: the digits, or the business-scoped id. */
export type SuppressionCheck = { companyId: string; recipient: string }

/** Since when each of these is suppressed, for sends of several companies; null for whoever is not. */
export const findSuppressedRecipients = async (
  deps: Pick<Deps, 'sealer'>,
  pool: Pick<Pool, 'query'>,
  checks: readonly SuppressionCheck[],
): Promise<(Date | null)[]> => {
  const hashes = checks.map(({ companyId, recipient }) => hashOf(deps, companyId, keyOfRecipient(recipient)))
  const { rows } = await pool.query<{ hash: string; since: Date }>({
    name: 'suppressions_find',
    text: `select s.hash, s.created_at as since from unnest($1::uuid[], $2::text[]) as k(company_id, hash)
      join suppressions s on s.company_id = k.company_id and s.hash = k.hash`,
    values: [checks.map(({ companyId }) => companyId), hashes],
  })
  const found = new Map(rows.map(({ hash, since }) => [hash, since]))
  return hashes.map((hash) => found.get(hash) ?? null)
}

/** What a send goes to: only digits are a phone. */
const keyOfRecipient = (recipient: string): SuppressionKey => ({
  kind: /^\d+$/.test(recipient) ? 'phone' : 'bsuid',
  value: recipient,
})

/** Whether a company has anybody suppressed at all. */
export const hasSuppressions = async (pool: Pick<Pool, 'query'>, companyId: string): Promise<boolean> => {
  const { rows } = await pool.query({
    name: 'suppressions_any',
    text: 'select 1 from suppressions where company_id = $1 limit 1',
    values: [companyId],
  })
  return rows.length > 0
}

const entriesOf = (
  { deps }: Pick<Ctx, 'deps'>,
  companyId: string,
  keys: readonly SuppressionKey[],
  given: Pick<typeof suppressions.$inferInsert, 'reason' | 'mergeId'>,
) => {
  const rows = keys.map((key) => ({ ...given, companyId, kind: key.kind, hash: hashOf(deps, companyId, key) }))
  return [...new Map(rows.map((row) => [`${row.kind} ${row.hash}`, { ...row, id: newId() }])).values()]
}

/** Sees to it that these are neither taken in nor written to any more, whatever brought them here before. Safe to run twice. */
export const suppress = async (
  tx: Pick<Ctx, 'db' | 'deps'>,
  companyId: string,
  keys: readonly SuppressionKey[],
  reason: SuppressionReason,
): Promise<void> => {
  if (keys.length === 0) return
  await tx.db
    .insert(suppressions)
    .values(entriesOf(tx, companyId, keys, { reason }))
    .onConflictDoUpdate({
      target: [suppressions.companyId, suppressions.kind, suppressions.hash],
      set: { mergeId: null },
      setWhere: sql`${suppressions.mergeId} is not null`,
    })
}

/** Puts all that a person is known by on the list if any of it is there; what is added goes with the merge. */
export const spreadSuppression = async (
  tx: CompanyCtx,
  mergeId: string,
  keys: readonly SuppressionKey[],
): Promise<void> => {
  const [known] = await findSuppressions(tx, tx.company.id, keys)
  if (!known) return
  const { reason } = known
  await tx.db
    .insert(suppressions)
    .values(entriesOf(tx, tx.company.id, keys, { reason, mergeId }))
    .onConflictDoNothing()
}

/** Takes off the list what a merge put there. */
export const dropSpread = async (tx: CompanyCtx, mergeId: string): Promise<void> => {
  await tx.db
    .delete(suppressions)
    .where(and(eq(suppressions.companyId, tx.company.id), eq(suppressions.mergeId, mergeId)))
}

/** Whether the contact under the alias `ct` is on the list, hashed where they are: for questions about very many. */
export const isSuppressedSql = ({ sealer }: Pick<Deps, 'sealer'>): SQL => {
  const { inner, outer } = sealer.padsOf('suppression')
  const hashed = (
    kind: SuppressionKey['kind'],
    value: SQL,
  ) => sql`encode(sha256(${outer}::bytea || sha256(${inner}::bytea
    || convert_to(ct.company_id::text || ${` ${kind} `} || ${value}, 'UTF8'))), 'hex')`
  const listed = (hash: SQL) =>
    sql`exists (select 1 from suppressions su where su.company_id = ct.company_id and su.hash = ${hash})`
  const own = (rows: SQL, hash: SQL) => sql`exists (select 1 from ${rows} where k.company_id = ct.company_id
    and k.contact_id = ct.id and ${listed(hash)})`
  return sql`(${listed(hashed('phone', sql`ct.phone`))} or ${listed(hashed('email', sql`lower(trim(ct.email))`))}
    or ${own(sql`contact_identities k`, hashed('phone', sql`k.phone`))}
    or ${own(sql`contact_identities k`, hashed('bsuid', sql`k.bsuid`))}
    or ${own(
      sql`contact_points k`,
      sql`case k.kind when 'phone' then ${hashed('phone', sql`k.value`)}
      when 'email' then ${hashed('email', sql`lower(trim(k.value))`)} end`,
    )})`
}

/** Takes an entry off the list; false when it was not on it. */
export const liftSuppression = async (
  tx: Pick<Ctx, 'db'>,
  companyId: string,
  ids: readonly string[],
): Promise<boolean> => {
  const rows = await tx.db
    .delete(suppressions)
    .where(and(eq(suppressions.companyId, companyId), inArray(suppressions.id, [...ids])))
    .returning({ id: suppressions.id })
  return rows.length > 0
}

/** How many a company has, by kind and reason. */
export const countSuppressions = async (ctx: Pick<Ctx, 'db'>, companyId: string) => {
  const { rows } = await ctx.db.execute<{ kind: SuppressionKey['kind']; reason: SuppressionReason; count: number }>(sql`
    select kind, reason, count(*)::int as count from suppressions where company_id = ${companyId} group by 1, 2 order by 1, 2`)
  return rows
}
