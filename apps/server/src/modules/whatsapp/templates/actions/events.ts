import type { Ctx } from '#server/context.ts'
import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import { announceTemplates } from '../accounts.ts'
import { pauseHours, recategorised } from '../policy.ts'
import * as queries from '../queries/templates.ts'
import { emitTemplate } from './emit.ts'
import { settleVersion } from './history.ts'

type EventOf<K extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: K }>
export type TemplateEvent = EventOf<'templateStatus' | 'templateQuality' | 'templateComponents' | 'templateCategory'>

/** Meta's events that name a status by another word. */
const statusOf = (event: string): string =>
  event === 'UNARCHIVED' || event === 'REINSTATED' || event === 'UNPAUSE' ? 'APPROVED' : event

const statusValues = (ctx: Ctx, event: EventOf<'templateStatus'>): Partial<queries.NewTemplate> => {
  const status = statusOf(event.status)
  const hours = status === 'PAUSED' ? pauseHours(event.title) : null
  return {
    status,
    rejectedReason: event.reason,
    recommendation: event.recommendation,
    pausedUntil: hours === null ? null : new Date(ctx.now().getTime() + hours * 3_600_000),
    ...(status === 'APPROVED' ? { approvedAt: ctx.now() } : {}),
  }
}

const valuesOf = (ctx: Ctx, row: queries.TemplateRow, event: TemplateEvent): Partial<queries.NewTemplate> | null => {
  if (event.kind === 'templateStatus') return statusValues(ctx, event)
  if (event.kind === 'templateQuality') return { quality: event.current }
  if (event.kind === 'templateCategory' && event.stage === 'changed' && event.category)
    return { category: event.category, ...recategorised(row, event.category, ctx.now()) }
  return null
}

const apply = async (ctx: Ctx, row: queries.TemplateRow, event: TemplateEvent): Promise<void> => {
  const values = valuesOf(ctx, row, event)
  if (!values) return
  if (values.status === 'DELETED') await queries.markTemplatesDeleted(ctx, row.companyId, [row.id])
  else await queries.updateTemplate(ctx, row.companyId, row.id, values)
  if (values.status) await settleVersion(ctx, row, values.status, values.rejectedReason ?? null)
  const { status, quality, category, rejectedReason: reason } = values
  await emitTemplate(ctx, row, {
    ...(status ? { status } : {}),
    ...(quality ? { quality } : {}),
    ...(category ? { category } : {}),
    reason: reason ?? null,
  })
}

/**
 * Applies what a webhook says of a template; applying it twice changes nothing. Answers the template as it was before,
 * and whether the account must be read again: of a template that we do not know, or of new components.
 */
export const applyTemplateEvent = async (ctx: Ctx, companyId: string, accountId: string, event: TemplateEvent) => {
  const ref = { metaId: event.templateId, name: event.templateName, language: event.templateLanguage }
  const row = await queries.findTemplateByRef(ctx, companyId, accountId, ref)
  if (row) {
    await apply(ctx, row, event)
    announceTemplates(ctx, companyId, accountId, [row.id])
  }
  return { before: row, mustPull: !row || event.kind === 'templateComponents' }
}
