import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Instant in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({
  dataType: () => 'bytea',
})
