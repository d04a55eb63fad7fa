import { z } from 'zod'

// Times that pass in automations: before a run goes on, and before one begins.

export const waitUnits = ['minutes', 'hours', 'days'] as const
export const waitSpan = z.object({ amount: z.number().int().min(1).max(129_600), unit: z.enum(waitUnits) })
export type WaitSpan = z.output<typeof waitSpan>

const minutesOf = { minutes: 1, hours: 60, days: 1440 } as const
export const spanMinutes = ({ amount, unit }: WaitSpan): number => amount * minutesOf[unit]
