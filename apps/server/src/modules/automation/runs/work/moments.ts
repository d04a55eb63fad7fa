import { automationLimits, type NodeOf } from '@recado/contracts/automation/automation-graph'
import { spanMinutes, type WaitSpan } from '@recado/contracts/automation/wait-spans'
import type { CompanyCtx } from '#server/context.ts'
import { isOpen, nextOpening } from '#server/lib/business-hours.ts'
import { fromWallClock, toWallClock } from '#server/lib/zone.ts'
import { nextClock, weekdayOf } from '#server/modules/automation/automations/index.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** When a span from now is over. */
export const afterSpan = (from: Date, span: WaitSpan): Date =>
  new Date(from.getTime() + Math.min(spanMinutes(span) * MINUTE, automationLimits.days * DAY))

type Moment = NodeOf<'wait_until'>['until']
type Known = { settings: CompanySettings; channelId: string | null; value: (name: string) => unknown }

const dateIn = (value: unknown): Date | null => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null
  const at = new Date(value.length === 10 ? `${value}T00:00:00Z` : value)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A day of the calendar begins where the company is; its next return is meant of a birthday that is gone. */
const fieldMoment = (ctx: CompanyCtx, until: Extract<Moment, { type: 'field' }>, value: unknown): Date | null => {
  const known = dateIn(value)
  if (!known) return null
  const { timezone } = ctx.company
  const isDay = String(value).length === 10
  const wall = isDay ? known : toWallClock(known, timezone)
  const shifted = new Date(wall.getTime() + until.days * DAY)
  if (until.field === 'contact.birthday') {
    const now = toWallClock(ctx.now(), timezone)
    shifted.setUTCFullYear(now.getUTCFullYear())
    if (shifted.getTime() < now.getTime() - DAY) shifted.setUTCFullYear(now.getUTCFullYear() + 1)
  }
  if (until.time !== null || isDay) {
    const [hours = 0, minutes = 0] = (until.time ?? '00:00').split(':').map(Number)
    shifted.setUTCHours(hours, minutes, 0, 0)
  }
  return fromWallClock(shifted, timezone)
}

/** Until when a run waits; null where that is not known. What is gone is now. */
export const momentOf = (ctx: CompanyCtx, until: Moment, { settings, channelId, value }: Known): Date | null => {
  const now = ctx.now()
  switch (until.type) {
    case 'clock':
      return nextClock(
        until.time,
        now,
        ctx.company.timezone,
        (wall) => until.weekdays.length === 0 || until.weekdays.includes(weekdayOf(wall)),
      )
    case 'date':
      return until.at === null ? null : new Date(until.at)
    case 'field':
      return fieldMoment(ctx, until, value(until.field))
    case 'business_hours': {
      const own = channelId === null ? null : settings.channel(channelId).routing.businessHoursId
      const hours = settings.hours(until.businessHoursId ?? own)
      return isOpen(hours, now) ? now : nextOpening(hours, now)
    }
  }
}
