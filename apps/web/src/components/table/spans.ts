export const spanNames = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const

/** A span of days that people ask for often; both ends count, `YYYY-MM-DD`. */
export type Span = { name: (typeof spanNames)[number]; from: string; to: string }

const text = (year: number, month: number, date: number): string => {
  const made = new Date(Date.UTC(year, month, date))
  return made.toISOString().slice(0, 10)
}

/** The spans that end today, or before it, as the calendar of this device has it. */
export const spansOf = (now: Date): Span[] => {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const today = text(year, month, date)
  const yesterday = text(year, month, date - 1)
  return [
    { name: 'today', from: today, to: today },
    { name: 'yesterday', from: yesterday, to: yesterday },
    { name: 'last7', from: text(year, month, date - 6), to: today },
    { name: 'last30', from: text(year, month, date - 29), to: today },
    { name: 'thisMonth', from: text(year, month, 1), to: today },
    { name: 'lastMonth', from: text(year, month - 1, 1), to: text(year, month, 0) },
  ]
}
