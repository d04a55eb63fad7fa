import { tagsOfContact } from '@recado/contracts/contacts/contacts'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { isOptedOut } from '#server/modules/contacts/contacts/index.ts'

/** A change of contacts whose names have been looked up: a statement can do it. */
export type ResolvedChange =
  | { type: 'add_tags' | 'remove_tags'; tagIds: string[]; names: string[] }
  | { type: 'attribute'; key: string; value: unknown; sensitive: boolean }
  | { type: 'owner'; ownerId: string | null }
  | { type: 'lifecycle'; lifecycle: string | null }
  | { type: 'delete' | 'restore' | 'unblock' }
  | { type: 'block'; reason: string }
export type ListChange = { type: 'add_to_list' | 'remove_from_list'; listId: string }
/** What contacts are said to want. Their consents are append-only, so there is no undo. */
export type ConsentChange = { type: 'opt_out'; reason: string }

const uuids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`
const json = (value: unknown) => sql`${JSON.stringify(value ?? null)}::jsonb`
const without = (ids: SQL, others: SQL) => sql`array(select t from unnest(${ids}) with ordinality as a(t, n)
  where t <> all(${others}) order by n)`

type Statement = {
  /** Whether a contact `ct` would be another than before. */
  differs: SQL
  /** What it was, and what it becomes, as JSON: what undoing it needs. */
  before: SQL
  after: SQL
  /** How it becomes that; the contact is `c` and `h` holds `before` and `after`. */
  set: SQL
}

const nothing = sql`null::jsonb`
const idsOf = (column: SQL) => sql`array(select jsonb_array_elements_text(${column})::uuid)`

/** One column that is replaced by a value. */
const column = (name: SQL, value: string | null, type: SQL): Statement => ({
  differs: sql`ct.${name} is distinct from ${value}::${type}`,
  before: sql`to_jsonb(ct.${name})`,
  after: json(value),
  set: sql`${name} = ${value}::${type}`,
})

const blockFor = (reason: string) => ({ reason, onWhatsapp: 'asked' })

const statementOf = (change: ResolvedChange, now: Date): Statement => {
  const at = now.toISOString()
  switch (change.type) {
    case 'add_tags': {
      const ids = uuids(change.tagIds)
      return {
        differs: sql`not (ct.tag_ids @> ${ids})`,
        before: nothing,
        after: sql`to_jsonb(${without(ids, sql`ct.tag_ids`)})`,
        set: sql`tag_ids = c.tag_ids || ${idsOf(sql`h.after`)}`,
      }
    }
    case 'remove_tags': {
      const ids = uuids(change.tagIds)
      return {
        differs: sql`ct.tag_ids && ${ids}`,
        before: sql`to_jsonb(array(select unnest(ct.tag_ids) intersect select unnest(${ids})))`,
        after: nothing,
        set: sql`tag_ids = ${without(sql`c.tag_ids`, ids)}`,
      }
    }
    case 'attribute': {
      const { key, value } = change
      const empties = value === null
      return {
        differs: empties
          ? sql`ct.attributes ? ${key}::text`
          : sql`ct.attributes -> ${key}::text is distinct from ${json(value)}`,
        before: sql`ct.attributes -> ${key}::text`,
        after: empties ? nothing : json(value),
        set: empties
          ? sql`attributes = c.attributes - ${key}::text`
          : sql`attributes = c.attributes || jsonb_build_object(${key}::text, h.after)`,
      }
    }
    case 'owner':
      return column(sql`owner_id`, change.ownerId, sql`uuid`)
    case 'lifecycle':
      return column(sql`lifecycle`, change.lifecycle, sql`text`)
    case 'delete':
      return {
        differs: sql`ct.deleted_at is null`,
        before: nothing,
        after: nothing,
        set: sql`deleted_at = ${at}::timestamptz`,
      }
    case 'restore':
      return { differs: sql`ct.deleted_at is not null`, before: nothing, after: nothing, set: sql`deleted_at = null` }
    case 'block': {
      const block = json(blockFor(change.reason))
      return {
        differs: sql`ct.blocked_at is null`,
        before: nothing,
        after: block,
        set: sql`blocked_at = ${at}::timestamptz, block = ${block}`,
      }
    }
    case 'unblock':
      return {
        differs: sql`ct.blocked_at is not null`,
        before: sql`to_jsonb(coalesce(ct.block ->> 'reason', ''))`,
        after: nothing,
        set: sql`blocked_at = null, block = null`,
      }
  }
}

/** Whether a contact `ct` is one of these. */
export const isOneOf = (ids: readonly string[]): SQL => sql`ct.id = any(${uuids(ids)})`

const meant = (ctx: CompanyCtx, who: SQL) => sql`ct.company_id = ${ctx.company.id}
  and ${who} and ct.merged_into_id is null and ct.erased_at is null`

/** Those of some contacts who would have more tags than a contact may. */
const isOverfull = (change: ResolvedChange): SQL =>
  change.type === 'add_tags'
    ? sql`cardinality(${without(uuids(change.tagIds), sql`ct.tag_ids`)}) + cardinality(ct.tag_ids) > ${tagsOfContact}`
    : sql`false`

export type Changed = { id: string; before: unknown; after: unknown }

/** Changes contacts, each locked in the order of ids; answers those who are others now, and writes down for undoing it what they were. */
export const applyChange = async (
  ctx: CompanyCtx,
  changeId: string,
  ids: readonly string[],
  change: ResolvedChange,
): Promise<Changed[]> => {
  const { differs, before, after, set } = statementOf(change, ctx.now())
  const { rows } = await ctx.db.execute<Changed>(sql`
    with held as materialized (
      select ct.id, ${before} as before, ${after} as after from contacts ct
      where ${meant(ctx, isOneOf(ids))} and ${differs} and not ${isOverfull(change)} order by ct.id for no key update
    ), changed as (
      update contacts c set ${set}, version = c.version + 1, updated_at = now()
      from held h where c.company_id = ${ctx.company.id} and c.id = h.id
      returning c.id, h.before, h.after
    ), kept as (
      insert into contact_bulk_change_rows (company_id, change_id, contact_id, before, after)
      select ${ctx.company.id}, ${changeId}::uuid, id, before, after from changed on conflict do nothing
    )
    select id, before, after from changed`)
  return rows
}

/** Those of some contacts whom a change leaves out, as they would have too many tags. */
export const findOverfull = async (
  ctx: CompanyCtx,
  ids: readonly string[],
  change: ResolvedChange,
): Promise<string[]> => {
  if (change.type !== 'add_tags') return []
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select ct.id from contacts ct where ${meant(ctx, isOneOf(ids))} and ${isOverfull(change)}`,
  )
  return rows.map(({ id }) => id)
}

/** Whether a contact `ct` would be another than before a change, and whether the change would leave it out. */
const effectOf = (change: ResolvedChange | ListChange | ConsentChange, now: Date): { differs: SQL; refused: SQL } => {
  const refused = sql`false`
  switch (change.type) {
    case 'add_to_list':
    case 'remove_from_list':
      return {
        differs: sql`${sql.raw(change.type === 'add_to_list' ? 'not' : '')} exists (select 1 from contact_list_members m
          where m.company_id = ct.company_id and m.list_id = ${change.listId} and m.contact_id = ct.id)`,
        refused,
      }
    case 'opt_out':
      return { differs: sql`not ${sql.raw(isOptedOut('ct'))}`, refused }
    default:
      return { differs: statementOf(change, now).differs, refused: isOverfull(change) }
  }
}

/** How many contacts `ct` a condition leaves, how many of them a change would make others, and how many it would leave out. */
export const countChanges = async (
  ctx: CompanyCtx,
  who: SQL,
  change: ResolvedChange | ListChange | ConsentChange,
): Promise<{ total: number; changes: number; refused: number }> => {
  const { differs, refused } = effectOf(change, ctx.now())
  const { rows } = await ctx.db.execute<{ total: number; changes: number; refused: number }>(sql`
    select count(*)::int as total, count(*) filter (where ${differs} and not ${refused})::int as changes,
      count(*) filter (where ${refused})::int as refused from contacts ct where ${meant(ctx, who)}`)
  return rows[0] ?? { total: 0, changes: 0, refused: 0 }
}

const undoOf = (change: ResolvedChange, now: Date): { stands: SQL; set: SQL } => {
  const value = (cast: string) => sql`(r.before #>> '{}')::${sql.raw(cast)}`
  switch (change.type) {
    case 'add_tags':
      return {
        stands: sql`c.tag_ids && ${idsOf(sql`r.after`)}`,
        set: sql`tag_ids = ${without(sql`c.tag_ids`, idsOf(sql`r.after`))}`,
      }
    case 'remove_tags': {
      const back = sql`array(select t.id from contact_tags t where t.company_id = c.company_id
        and t.id = any(${idsOf(sql`r.before`)}) and t.id <> all(c.tag_ids))`
      return {
        stands: sql`cardinality(${back}) between 1 and ${tagsOfContact} - cardinality(c.tag_ids)`,
        set: sql`tag_ids = c.tag_ids || ${back}`,
      }
    }
    case 'attribute':
      return {
        stands: sql`c.attributes -> ${change.key}::text is not distinct from r.after`,
        set: sql`attributes = case when r.before is null then c.attributes - ${change.key}::text
          else c.attributes || jsonb_build_object(${change.key}::text, r.before) end`,
      }
    case 'owner':
      return {
        stands: sql`c.owner_id is not distinct from ${change.ownerId}::uuid`,
        set: sql`owner_id = ${value('uuid')}`,
      }
    case 'lifecycle':
      return {
        stands: sql`c.lifecycle is not distinct from ${change.lifecycle}::text`,
        set: sql`lifecycle = ${value('text')}`,
      }
    case 'delete':
      return { stands: sql`c.deleted_at is not null`, set: sql`deleted_at = null` }
    case 'restore':
      return {
        stands: sql`c.deleted_at is null`,
        set: sql`deleted_at = ${now.toISOString()}::timestamptz`,
      }
    case 'block':
      return { stands: sql`c.blocked_at is not null`, set: sql`blocked_at = null, block = null` }
    case 'unblock':
      return {
        stands: sql`c.blocked_at is null`,
        set: sql`blocked_at = ${now.toISOString()}::timestamptz,
          block = ${json(blockFor(''))} || jsonb_build_object('reason', r.before)`,
      }
  }
}

/** Takes a change back from those of some contacts who are still as it left them; answers them, with what they were and are. */
export const undoChange = async (
  ctx: CompanyCtx,
  changeId: string,
  ids: readonly string[],
  change: ResolvedChange,
): Promise<Changed[]> => {
  const { stands, set } = undoOf(change, ctx.now())
  await ctx.db.execute(sql`select from contacts ct where ct.company_id = ${ctx.company.id} and ${isOneOf(ids)}
    order by ct.id for no key update`)
  const { rows } = await ctx.db.execute<Changed>(sql`
    update contacts c set ${set}, version = c.version + 1, updated_at = now()
    from contact_bulk_change_rows r
    where r.company_id = ${ctx.company.id} and r.change_id = ${changeId} and r.contact_id = any(${uuids(ids)})
      and c.company_id = r.company_id and c.id = r.contact_id and c.merged_into_id is null and c.erased_at is null and ${stands}
    returning c.id, r.after as before, r.before as after`)
  return rows
}

/** What members are called. */
export const findUserNames = async (
  ctx: CompanyCtx,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> => {
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(
    sql`select id, name from users where id = any(${sql.param([...new Set(ids)])}::uuid[])`,
  )
  return rows
}
