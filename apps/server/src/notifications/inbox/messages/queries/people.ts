import type { Ctx } from '#server/context.ts'
import type { SubscriberRow } from '#server/notifications/shared/context.ts'
import { queryPrepared } from '#server/notifications/shared/queries/prepared.ts'

type QueryCtx = Pick<Ctx, 'db' | 'deps' | 'inTransaction'>

export type Person = Pick<SubscriberRow, 'id' | 'subscriberId' | 'firstName' | 'lastName' | 'avatar'>

/** Subscribers by internal id, of any environment: the ids come from messages. */
export const findPersons = async (ctx: QueryCtx, ids: readonly string[]): Promise<Map<string, Person>> => {
  const text = `select id, subscriber_id as "subscriberId", first_name as "firstName", last_name as "lastName", avatar
    from notification_subscribers where id = any($1::text[])`
  const rows = await queryPrepared<Person>(ctx, { name: 'inbox_people', text }, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The organization of each of these environments. */
export const findOrganizationIds = async (ctx: QueryCtx, ids: readonly string[]): Promise<Map<string, string>> => {
  const text = `select id, organization_id as "organizationId" from notification_environments where id = any($1::text[])`
  const rows = await queryPrepared<{ id: string; organizationId: string }>(ctx, { name: 'inbox_environments', text }, [
    ids,
  ])
  return new Map(rows.map((row) => [row.id, row.organizationId]))
}
