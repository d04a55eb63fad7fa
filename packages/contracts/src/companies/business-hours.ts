import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, timezone, version } from '../shared.ts'

/** `HH:MM`; `24:00` ends a day. */
export const timeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)

/** `weekday` is 0 for Sunday to 6 for Saturday; `to` is later than `from`. A night shift is two intervals. */
export const weeklyInterval = z
  .object({ weekday: z.number().int().min(0).max(6), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Ends before it begins' })
export type WeeklyInterval = z.infer<typeof weeklyInterval>

/** A day without work, in the zone of the hours; without a year it comes back each year. */
export const holiday = z.object({
  date: z.string().regex(/^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
  name: z.string().trim().max(80),
})
export type Holiday = z.infer<typeof holiday>

const businessHoursBody = z.object({
  name: filledText(60),
  timezone,
  weekly: z.array(weeklyInterval).max(50),
  holidays: z.array(holiday).max(200),
})

export const businessHours = businessHoursBody.extend({ id, usedBy: z.number().int(), version })
export type BusinessHours = z.infer<typeof businessHours>

export const listBusinessHours = endpoint({
  method: 'GET',
  path: '/api/v1/business-hours',
  can: 'company.view',
  summary: 'Business hours of the company',
  response: z.object({ data: z.array(businessHours) }),
})
export const createBusinessHours = endpoint({
  method: 'POST',
  path: '/api/v1/business-hours',
  can: 'company.manage',
  summary: 'Adds business hours',
  body: businessHoursBody,
  response: businessHours,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateBusinessHours = endpoint({
  method: 'PATCH',
  path: '/api/v1/business-hours/:id',
  can: 'company.manage',
  summary: 'Changes business hours; `version` is the one that was read',
  params: idParams,
  body: businessHoursBody.partial().extend({ version }),
  response: businessHours,
  errors: ['conflict', 'duplicate'],
})
export const deleteBusinessHours = endpoint({
  method: 'DELETE',
  path: '/api/v1/business-hours/:id',
  can: 'company.manage',
  summary: 'Removes business hours; whoever used them works around the clock',
  params: idParams,
  response: null,
})
