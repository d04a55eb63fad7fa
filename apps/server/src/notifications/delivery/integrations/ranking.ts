import type { ChannelType } from '@recado/contracts/notifications/domain'
import type { IntegrationRow } from './queries.ts'

type Ranked = Pick<IntegrationRow, 'id' | 'active' | 'primary' | 'priority' | 'conditions'>
export type Rank = { id: string; primary: boolean; priority: number }

/** E-mails and text messages go through one integration, so one of them is the primary. */
export const hasPrimary = (channel: ChannelType): boolean => channel === 'email' || channel === 'sms'

export const isConditional = ({ conditions }: Pick<Ranked, 'conditions'>): boolean =>
  conditions.some(({ children }) => children.length > 0)

const byPriority = (a: Ranked, b: Ranked) => b.priority - a.priority || (a.id < b.id ? -1 : 1)

/**
 * Who is primary and who comes next. The primary stays, or hands over to the active one of the highest priority; one
 * with conditions is never primary. The primary has the highest priority; `newest`, which became active just now, comes
 * after it; inactive ones have none.
 */
export const rankIntegrations = (
  rows: readonly Ranked[],
  { promoted, newest }: { promoted?: string | undefined; newest?: string | undefined } = {},
): Rank[] => {
  const active = rows.filter((row) => row.active).sort(byPriority)
  const eligible = active.filter((row) => !isConditional(row))
  const primary =
    eligible.find(({ id }) => id === promoted) ??
    eligible.find((row) => row.primary) ??
    eligible.find(({ id }) => id !== newest) ??
    eligible[0]
  const place = (row: Ranked) => (row.id === primary?.id ? 0 : row.id === newest ? 1 : 2)
  const order = active.toSorted((a, b) => place(a) - place(b))
  return rows.map((row) => {
    const index = order.indexOf(row)
    return { id: row.id, primary: row.id === primary?.id, priority: index < 0 ? 0 : order.length - index }
  })
}
