import type { CampaignSchedule } from '@recado/contracts/campaigns/schedule'
import { dayAround } from '#server/lib/business-hours.ts'
import { quietUntil, rampAllows } from './timing.ts'

const QUARTER = 15 * 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A campaign that has not ended after so many steps is not worked out any further. */
const MOST_STEPS = 20_000

/** Recipients alike in when they may be written to; `fresh` of them take a place of the portfolio's limit. */
export type Group = { zone: string; notBefore: number; count: number; fresh: number }

export type Load = {
  now: number
  groups: readonly Group[]
  /** Messages a second by all numbers together. */
  speed: number
  /** The company's, for days and where quiet hours go by it. */
  timezone: string
  schedule: Pick<CampaignSchedule, 'quietHours' | 'perDay' | 'ramp'>
  /** What has left already, today and at all, and since when. */
  sent: { today: number; all: number; startedAt: number | null }
  /** People that may be reached in 24 hours; `frees` says when the places of those come free who were. Null: no limit. */
  room: { limit: number; frees: readonly { at: number; n: number }[]; parts: number } | null
}

export type Forecast = {
  finishesAt: number
  /** How many leave before the limit is first reached, and when the rest can have left; null where all fit at once. */
  fits: number | null
}

type State = {
  at: number
  left: { group: Group; count: number }[]
  sent: number
  day: { to: number; sent: number }
  frees: { at: number; n: number }[]
  fits: number | null
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const freshOf = ({ fresh, count }: Group) => (count === 0 ? 0 : fresh / count)

const openAt = ({ schedule, timezone }: Load, { zone, notBefore }: Group, at: number): number => {
  const from = Math.max(at, notBefore)
  const place = schedule.quietHours.zone === 'company' ? timezone : zone
  return quietUntil(schedule.quietHours, place, new Date(from))?.getTime() ?? from
}

/** How many may leave today, how many a second until an instant, and when more may if none may now. */
const allowance = (load: Load, state: State, until: number) => {
  const { perDay, ramp } = load.schedule
  if (state.at >= state.day.to) state.day = { to: dayAround(load.timezone, new Date(state.at)).to.getTime(), sent: 0 }
  const most = perDay === null ? Number.POSITIVE_INFINITY : perDay - state.day.sent
  const since = load.sent.startedAt ?? Math.max(load.now, Math.min(...load.groups.map(({ notBefore }) => notBefore)))
  const ramped = ramp === null ? Number.POSITIVE_INFINITY : rampAllows(ramp.firstHour, until - since) - state.sent
  const speed = Math.min(load.speed, (Math.max(0, ramped) * 1000) / (until - state.at))
  return { most, speed, again: most < 1 ? state.day.to : until }
}

/** How many people may still be reached, and when more may. */
const roomAt = ({ room }: Load, state: State): { places: number; again: number } => {
  if (room === null) return { places: Number.POSITIVE_INFINITY, again: 0 }
  const taken = state.frees.filter(({ at }) => at > state.at)
  state.frees = taken
  const places = Math.floor((room.limit - sum(taken.map(({ n }) => n))) / room.parts)
  return { places, again: Math.min(...taken.map(({ at }) => at)) }
}

const take = (state: State, active: State['left'], n: number, leftAt: number): void => {
  const all = sum(active.map(({ count }) => count))
  const fresh = sum(active.map(({ group, count }) => ((n * count) / all) * freshOf(group)))
  for (const one of active) one.count -= (n * one.count) / all
  state.left = state.left.filter(({ count }) => count > 1e-6)
  state.sent += n
  state.day.sent += n
  if (fresh > 0) state.frees.push({ at: leftAt + DAY, n: fresh })
}

/** One step: to when something changes, or to the end. */
const step = (load: Load, state: State): void => {
  const opening = state.left.map((one) => ({ one, at: openAt(load, one.group, state.at) }))
  const active = opening.flatMap(({ one, at }) => (at <= state.at ? [one] : []))
  const next = Math.min(...opening.flatMap(({ at }) => (at > state.at ? [at] : [])))
  if (active.length === 0) {
    state.at = next
    return
  }
  const until = Math.min(next, (Math.floor(state.at / QUARTER) + 1) * QUARTER)
  const { most, speed, again } = allowance(load, state, until)
  const room = roomAt(load, state)
  const waiting = sum(active.map(({ count }) => count))
  const share = sum(active.map(({ group, count }) => count * freshOf(group))) / waiting
  const places = share === 0 ? Number.POSITIVE_INFINITY : Math.max(0, room.places) / share
  if (most < 1 || speed <= 0 || places < 1) {
    if (places < 1) state.fits ??= state.sent - load.sent.all
    state.at = Math.max(places < 1 ? room.again : again, state.at + 1)
    return
  }
  const fast = ((until - state.at) / 1000) * speed
  const n = Math.min(fast, most, places, waiting)
  const leftAt = n === fast ? until : Math.min(until, state.at + (n / speed) * 1000)
  take(state, active, n, leftAt)
  state.at = leftAt
}

/** When the last message of a campaign leaves, by its pace, its limits, the night and what the portfolio allows. */
export const forecast = (load: Load): Forecast => {
  const state: State = {
    at: load.now,
    left: load.groups.filter(({ count }) => count > 0).map((group) => ({ group, count: group.count })),
    sent: load.sent.all,
    day: { to: dayAround(load.timezone, new Date(load.now)).to.getTime(), sent: load.sent.today },
    frees: [...(load.room?.frees ?? [])],
    fits: null,
  }
  for (let n = 0; n < MOST_STEPS && state.left.length > 0; n++) step(load, state)
  return { finishesAt: state.at, fits: state.fits }
}

const shareOf = (groups: readonly Group[], part: number): Group[] =>
  groups.map((group) => ({ ...group, count: group.count * part, fresh: group.fresh * part }))

/**
 * The same for a campaign that may try its variants on a part first: the others follow once its winner is chosen,
 * `decidesAt`.
 */
export const forecastTest = (
  load: Load,
  test: { percent: number; hours: number } | null,
): Forecast & { decidesAt: number | null } => {
  if (test === null) return { ...forecast(load), decidesAt: null }
  const tried = shareOf(load.groups, test.percent / 100)
  const decidesAt = forecast({ ...load, groups: tried }).finishesAt + test.hours * HOUR
  const rest = shareOf(load.groups, 1 - test.percent / 100).map((group) => ({
    ...group,
    notBefore: Math.max(group.notBefore, decidesAt),
  }))
  return { ...forecast({ ...load, groups: [...tried, ...rest] }), decidesAt }
}
