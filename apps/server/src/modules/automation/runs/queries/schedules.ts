import type { AutomationTrigger } from '@recado/contracts/automation/automation-events'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { toWallClock } from '#server/lib/zone.ts'

const DAY = 86_400_000

type DateTrigger = Extract<AutomationTrigger, { kind: 'date_attribute' }>

/** Contacts whose day it is, so many days before or after. The 29th of February is the 28th in other years. */
export const isTheirDay = (trigger: DateTrigger, at: Date, timezone: string): SQL => {
  const day = new Date(toWallClock(at, timezone).getTime() - trigger.days * DAY).toISOString().slice(0, 10)
  const field =
    trigger.field === 'birthday'
      ? sql`ct.birthday::text`
      : sql`left(ct.attributes->>${trigger.field.slice('attributes.'.length)}, 10)`
  if (!trigger.yearly) return sql`${field} = ${day}`
  const isLeap = new Date(`${day.slice(0, 4)}-02-29T00:00:00Z`).getUTCMonth() === 1
  const days = day.endsWith('-02-28') && !isLeap ? ['02-28', '02-29'] : [day.slice(5)]
  return sql`right(${field}, 5) = any(${sql.param(days)}::text[])`
}

/** Contacts that some conditions leave, by their ids, after one of them. */
export const listMatching = async (
  ctx: CompanyCtx,
  where: readonly SQL[],
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select ct.id from contacts ct where ct.company_id = ${ctx.company.id} and ct.deleted_at is null
      and ct.erased_at is null and (${sql.join([...where], sql` and `)}) ${after === null ? sql`` : sql`and ct.id > ${after}::uuid`}
    order by ct.id limit ${limit}`)
  return rows.map(({ id }) => id)
}
