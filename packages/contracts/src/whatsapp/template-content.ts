import { z } from 'zod'
import { filledText } from '../shared.ts'

export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
export type TemplateCategory = (typeof templateCategories)[number]

/** Meta's words, and our own: `DRAFT` (Meta has never seen it), `SUBMITTING`, `UNKNOWN` (no answer came to a submission). */
export const templateStatuses = [
  'DRAFT',
  'SUBMITTING',
  'UNKNOWN',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'FLAGGED',
  'LIMIT_EXCEEDED',
  'LOCKED',
  'PENDING_DELETION',
  'ARCHIVED',
  'DELETED',
] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** Components as Meta takes them (whatsapp-cloud-api reference, templates); `checkTemplateContent` says what is wrong. */
const components = z.array(z.record(z.string().max(60), z.unknown())).max(8)

export const templateContent = z.object({
  category: z.enum(templateCategories),
  parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
  components,
  /** How long Meta tries to deliver, in seconds; null for Meta's own default. */
  ttlSeconds: z.number().int().min(-1).max(2_592_000).nullable(),
})
export type TemplateContent = z.output<typeof templateContent>

export const templateName = filledText(512).regex(/^[a-z0-9_]+$/)
export const templateLanguage = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/)
