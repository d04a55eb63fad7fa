/** Days that the dashboard offers to look back; apart from the page, because the route reads them first. */
export const periods = [1, 7, 30, 90] as const
export type Period = (typeof periods)[number]

/** What the page looks at, as its address says it. `compare` draws the period before as well. */
export type DashboardSearch = {
  days?: Period
  from?: string
  to?: string
  channelId?: string
  teamId?: string
  /** Whose conversations; by default all for leads, and the member's own for everyone else. */
  whose?: (typeof whoseChoices)[number]
  /** The resolved value of `whose`; never part of the URL. */
  assigneeId?: string
  compare?: true
  /** The open drawer. */
  people?: (typeof peopleKinds)[number]
}

const whoseChoices = ['mine', 'everyone'] as const
const peopleKinds = ['newContacts', 'optOuts', 'ratings'] as const

const MOST_DAYS = 400
const dayMs = 86_400_000
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

/** Whether the dashboard can look at these days. */
export const isRange = (from: unknown, to: unknown): boolean =>
  isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * dayMs

const oneOf = <T extends string, K extends string>(
  name: K,
  values: readonly T[],
  value: unknown,
): { [key in K]?: T } => {
  const found = values.find((known) => known === value)
  return (found === undefined ? {} : { [name]: found }) as { [key in K]?: T }
}

/** What of an address the dashboard understands; the rest is left out. */
export const validateDashboard = (search: Record<string, unknown>): DashboardSearch => {
  const { from, to, channelId, teamId } = search
  const days = periods.find((period) => period === Number(search['days']))
  return {
    ...(isDay(from) && isDay(to) && isRange(from, to) ? { from, to } : days ? { days } : {}),
    ...(isId(channelId) ? { channelId } : {}),
    ...(isId(teamId) ? { teamId } : {}),
    ...oneOf('whose', whoseChoices, search['whose']),
    ...oneOf('people', peopleKinds, search['people']),
    ...(search['compare'] === true ? { compare: true as const } : {}),
  }
}
