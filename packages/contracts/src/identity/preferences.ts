import { z } from 'zod'
import {
  dateFormats,
  densities,
  firstDays,
  signatureMax,
  timeFormats,
} from '../product-notifications/preference-names.ts'
import { keysOf } from '../shared/keys.ts'

const fields = {
  dateFormat: z.enum(dateFormats),
  timeFormat: z.enum(timeFormats),
  firstDay: z.enum(keysOf(firstDays)),
  /** How close the rows of lists are, where a list was not set otherwise. */
  density: z.enum(densities),
  /** Path of the page that opens after signing in; null for the dashboard. */
  startPage: z
    .string()
    .max(80)
    .regex(/^(\/[a-z-]+)+$/)
    .nullable(),
  /** Stands below the messages that someone signs in the chat; empty for their name above them. */
  signature: z.string().trim().max(signatureMax),
}

/** Some of what someone wants; what is absent stays. */
export const preferenceChange = z.object(fields).partial()
export type PreferenceChange = z.infer<typeof preferenceChange>

/** How someone wants the product to be, wherever they sign in. A stored object may lack members. */
export const personPreferences = z.object({
  dateFormat: fields.dateFormat.default('auto'),
  timeFormat: fields.timeFormat.default('auto'),
  firstDay: fields.firstDay.default('monday'),
  density: fields.density.default('comfortable'),
  startPage: fields.startPage.default(null),
  signature: fields.signature.default(''),
})
export type PersonPreferences = z.infer<typeof personPreferences>
