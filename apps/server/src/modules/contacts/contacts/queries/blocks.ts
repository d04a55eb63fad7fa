import type { BlockAnswer } from '@recado/contracts/contacts/contacts'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Ctx } from '#server/context.ts'

export type BlockKey = { companyId: string; contactId: string }

/** Whether the company has blocked a contact. */
export const isBlocked = async (ctx: Pick<Ctx, 'db'>, { companyId, contactId }: BlockKey): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`select 1 from contacts
    where company_id = ${companyId} and id = ${contactId} and blocked_at is not null`)
  return rows.length > 0
}

/** Which of these are blocked, for sends of several companies. */
export const findBlocked = async (pool: Pick<Pool, 'query'>, keys: readonly BlockKey[]): Promise<boolean[]> => {
  const { rows } = await pool.query<{ n: number }>({
    name: 'contacts_blocked_find',
    text: `select k.n::int from unnest($1::uuid[], $2::uuid[]) with ordinality as k(company_id, contact_id, n)
      join contacts c on c.company_id = k.company_id and c.id = k.contact_id where c.blocked_at is not null`,
    values: [keys.map(({ companyId }) => companyId), keys.map(({ contactId }) => contactId)],
  })
  const found = new Set(rows.map(({ n }) => n))
  return keys.map((_, index) => found.has(index + 1))
}

/** Whether a company has blocked anyone at all. */
export const hasBlocked = async (pool: Pick<Pool, 'query'>, companyId: string): Promise<boolean> => {
  const { rows } = await pool.query({
    name: 'contacts_blocked_any',
    text: 'select 1 from contacts where company_id = $1 and blocked_at is not null limit 1',
    values: [companyId],
  })
  return rows.length > 0
}

/** Notes what WhatsApp answered; answers whether that is new. Whoever is no longer blocked is left as they are. */
export const saveBlockAnswer = async (
  ctx: Pick<Ctx, 'db'>,
  { companyId, contactId }: BlockKey,
  answer: BlockAnswer,
): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    update contacts set block = jsonb_build_object('reason', coalesce(block ->> 'reason', ''), 'onWhatsapp', ${answer}::text),
      updated_at = now()
    where company_id = ${companyId} and id = ${contactId} and blocked_at is not null
      and block ->> 'onWhatsapp' is distinct from ${answer} returning id`)
  return rows.length > 0
}
