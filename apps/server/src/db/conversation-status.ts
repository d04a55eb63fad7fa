import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Neither resolved nor put aside: what the list of open conversations shows, and so what every count of them counts. The
 * first part is the condition of the index over open conversations.
 */
export const isPresent = (status: SQLWrapper): SQL => sql`(${status} <> 'resolved' and ${status} <> 'snoozed')`

/** Open and unassigned; conversations that a bot answers are not. */
export const isUnassigned = (place: { status: SQLWrapper; assigneeId: SQLWrapper }): SQL =>
  sql`(${isPresent(place.status)} and ${place.status} <> 'pending' and ${place.assigneeId} is null)`
