import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { channels } from './channels.ts'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** Numbers that a WhatsApp operator looks after, given by platform admins. */
export const operatorChannels = pgTable(
  'operator_channels',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channelId: uuid()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    assignedBy: uuid().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.channelId] }), index('operator_channels_channel').on(t.channelId)],
)
