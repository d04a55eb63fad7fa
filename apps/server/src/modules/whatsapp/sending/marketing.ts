import type { ChannelLimits } from '@recado/contracts/whatsapp/channel-settings'
import { isRecord } from '@recado/contracts/whatsapp/template-parts'
import { type Hours, openUntil } from '#server/lib/business-hours.ts'

/** Whether a message promotes something, which people can stop and companies can limit. */
export const isMarketing = ({ type, payload }: { type: string; payload: Record<string, unknown> }): boolean =>
  type === 'template' && isRecord(payload['template']) && payload['template']['category'] === 'MARKETING'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Quiet hours that go past midnight are two parts of each day. */
const quietHoursOf = ({ quietHours }: ChannelLimits, timezone: string): Hours | null => {
  const { enabled, from, to } = quietHours
  if (!enabled || from === to) return null
  const parts =
    from < to
      ? [{ from, to }]
      : [
          { from, to: '24:00' },
          { from: '00:00', to },
        ].filter((p) => p.from < p.to)
  return { timezone, weekly: everyDay.flatMap((weekday) => parts.map((part) => ({ weekday, ...part }))), holidays: [] }
}

/** Until when a channel sends no marketing because it is night there; null when it does now. */
export const quietUntil = (limits: ChannelLimits, timezone: string, now: Date): Date | null => {
  const quiet = quietHoursOf(limits, timezone)
  return quiet && openUntil(quiet, now)
}
