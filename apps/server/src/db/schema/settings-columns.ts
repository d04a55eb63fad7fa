import { integer, uuid } from 'drizzle-orm/pg-core'
import { companies } from './companies/companies.ts'

/** Which state of a thing it is; every change raises it, and names the one that it was made on. */
export const version = () => integer().notNull().default(1)

export const companyId = () =>
  uuid()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
