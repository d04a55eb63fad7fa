import type { ListLink } from '#web/components/chart/marks.ts'
import type { DashboardSearch } from './periods.ts'

/** Days of the company's calendar, both included. */
export type Days = { from: string; to: string }
type Extra = Record<string, string | number>

const filled = (search: Record<string, string | number | undefined>): Extra =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )

/** Conversations in the scope of the dashboard. */
export const chatLink = ({ channelId, teamId, assigneeId }: DashboardSearch, extra: Extra): ListLink => ({
  to: '/integrations/whatsapp/chat',
  search: filled({ channel: channelId, team: teamId, assignee: assigneeId, ...extra }),
})

/** Conversations with an event in a range of days, whatever their status is now. */
export const eventLink = (search: DashboardSearch, event: 'created' | 'answered' | 'resolved', when: Days & Extra) =>
  chatLink(search, { status: 'all', event, ...when })

/** Messages in a range of days. */
export const logLink = ({ channelId, teamId, assigneeId }: DashboardSearch, days: Days, extra: Extra): ListLink => ({
  to: '/company/messages',
  search: filled({ from: days.from, to: days.to, channelId, teamId, assigneeId, ...extra }),
})

/** Contacts that the dashboard lists in its own drawer. */
export const peopleLink = (search: DashboardSearch, people: NonNullable<DashboardSearch['people']>): ListLink => {
  const { compare, ...rest } = search
  return { to: '/dashboard', search: { ...filled({ ...rest, people }), ...(compare ? { compare } : {}) } }
}
