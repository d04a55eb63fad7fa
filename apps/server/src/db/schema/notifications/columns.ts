import { text } from 'drizzle-orm/pg-core'

// The notification service. Everything belongs to an environment; ids are 24 hexadecimal characters that grow with time.

export const notificationKey = () => text().primaryKey()

export const environment = () => text().notNull()
