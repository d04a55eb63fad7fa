import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { likeliness } from './likeliness.ts'

/** Of what so many people share, such as the address of a company's reception, nothing follows. */
const MOST_IN_COMMON = 10
/** Pairs that wait for a decision; more are of no use to anybody. */
const MOST_OPEN = 5000
/** How alike two names are that a number with the same ending makes suspicious, by trigrams. */
const ALIKE = 0.45

/**
 * Looks for contacts of a company that may be one person: the same document, phone or e-mail address, or much the same
 * name where the last eight digits of the phone agree. A landline and a mobile of one area that share them are two people.
 * Decided pairs stay decided. Answers how many were found that were not known.
 */
export const findDuplicatePairs = async (ctx: Ctx, companyId: string): Promise<number> => {
  const { rowCount } = await ctx.db.execute(sql`
    with live as materialized (
      select id, phone, lower(email) as email, document_hash,
        lower(recado_unaccent(coalesce(name, profile_name, ''))) as called
      from contacts where company_id = ${companyId} and deleted_at is null and erased_at is null
    ), phones as (
      select id as contact_id, phone as value from live where phone is not null
      union select i.contact_id, i.phone from contact_identities i join live on live.id = i.contact_id
        where i.company_id = ${companyId} and i.phone is not null
      union select p.contact_id, p.value from contact_points p join live on live.id = p.contact_id
        where p.company_id = ${companyId} and p.kind = 'phone'
    ), shared as (
      select 'email' as reason, ${likeliness.email}::real as score, array_agg(id order by id) as ids from live
        where email is not null group by email having count(*) between 2 and ${MOST_IN_COMMON}
      union all
      select 'document', ${likeliness.document}::real, array_agg(id order by id) from live
        where document_hash is not null group by document_hash having count(*) between 2 and ${MOST_IN_COMMON}
      union all
      select 'phone', ${likeliness.phone}::real, array_agg(contact_id order by contact_id) from phones
        group by value having count(*) between 2 and ${MOST_IN_COMMON}
    ), endings as (
      select array_agg(id order by id) as ids, array_agg(phone order by id) as phones, array_agg(called order by id) as names
      from live where length(phone) >= 8 and length(called) >= 3
      group by right(phone, 8) having count(*) between 2 and ${MOST_IN_COMMON}
    ), pairs as (
      select s.ids[1] as a, b.id as b, s.reason, s.score from shared s, unnest(s.ids[2:]) as b(id)
      union all
      select e.ids[x], e.ids[y], 'name', ${likeliness.name}::real from endings e,
        generate_subscripts(e.ids, 1) as x, generate_subscripts(e.ids, 1) as y
      where x < y and similarity(e.names[x], e.names[y]) >= ${ALIKE}
        and not (left(e.phones[x], 4) = left(e.phones[y], 4) and left(e.phones[x], 2) = '55'
          and length(e.phones[x]) <> length(e.phones[y]))
    ), judged as (
      select a, b, array_agg(distinct reason) as reasons, least(1, max(score) + ${likeliness.further}::real * (count(*) - 1)) as score
      from pairs where a <> b group by a, b
    )
    insert into duplicate_candidates (id, company_id, a_id, b_id, score, reasons)
    select gen_random_uuid(), ${companyId}, a, b, score, reasons from judged
    order by score desc, a, b
    limit greatest(0, ${MOST_OPEN} - (select count(*)::int from duplicate_candidates
      where company_id = ${companyId} and state = 'open'))
    on conflict (company_id, a_id, b_id) do nothing`)
  return rowCount ?? 0
}

/** Companies whose contacts have changed since a moment. */
export const findChangedCompanies = async (ctx: Ctx, since: Date): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select c.id from companies c where c.deleted_at is null and exists (
      select 1 from contacts ct where ct.company_id = c.id and ct.updated_at >= ${since.toISOString()}::timestamptz)`)
  return rows.map(({ id }) => id)
}
