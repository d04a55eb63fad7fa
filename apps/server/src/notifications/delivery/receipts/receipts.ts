import type { Receipt, ReceiptHeaders, ReceiptStatus } from '@recado/providers/provider'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { JobDetail } from '#server/db/schema/notifications/runs.ts'
import { refuseLaborious } from '#server/http/json-body.ts'
import { sanitizeJson } from '#server/lib/sanitize-text.ts'
import { findEnvironmentById } from '#server/notifications/audience/environments/queries.ts'
import { type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { badRequest, notFound, V1Error } from '#server/notifications/shared/errors.ts'
import { findIntegrationOfWebhook, type IntegrationRow } from '../integrations/queries.ts'
import { openCredentials, senderFor } from '../integrations/senders.ts'
import {
  appendReport,
  listReportedMessages,
  type MessageNews,
  type ReportedMessage,
  updateReportedMessage,
} from './queries.ts'

const MOST_RECEIPTS = 1000
const MAX_RAW = 4000

const failures = new Set<ReceiptStatus>(['bounced', 'dropped', 'blocked', 'rejected', 'failed', 'undelivered'])
const sightings = new Set<ReceiptStatus>(['opened', 'clicked', 'read'])
const arrivals = new Set<ReceiptStatus>(['sent', 'delivered', 'spam', 'complaint', 'unsubscribed'])

/** When it happened, as the provider says; null without a date, or with one in the future. */
const statedDate = (ctx: EnvironmentCtx, { at }: Receipt): Date | null => {
  const date = at === undefined ? null : new Date(at)
  return date && date <= ctx.now() ? date : null
}
const dateOf = (ctx: EnvironmentCtx, receipt: Receipt): Date => statedDate(ctx, receipt) ?? ctx.now()

const newsOf = (ctx: EnvironmentCtx, receipt: Receipt): MessageNews | null => {
  const { status, event } = receipt
  if (failures.has(status)) return { kind: 'failed', text: `The provider reported: ${event}` }
  if (sightings.has(status)) return { kind: 'seen', at: dateOf(ctx, receipt) }
  return arrivals.has(status) ? { kind: 'sent' } : null
}

const detailOf = (
  ctx: EnvironmentCtx,
  receipt: Receipt,
  message: ReportedMessage,
  { providerId }: IntegrationRow,
): JobDetail => ({
  moment: failures.has(receipt.status) ? 'provider_reported_failure' : 'provider_reported',
  at: dateOf(ctx, receipt).toISOString(),
  providerId,
  messageId: message.id,
  webhookStatus: receipt.event,
  raw: (JSON.stringify(receipt.raw) ?? '').slice(0, MAX_RAW),
})

/**
 * Writes down what a provider told about messages: at their job, and at the message where it means something. A receipt
 * that came before changes nothing, and neither does one about a message that is not known.
 */
export const recordReceipts = async (
  ctx: EnvironmentCtx,
  integration: IntegrationRow,
  receipts: readonly Receipt[],
): Promise<void> => {
  if (receipts.length === 0) return
  const ids = [...new Set(receipts.map(({ id }) => id))]
  await inTransaction(ctx, async (tx) => {
    // In the order of their ids, so that two webhooks never wait for each other.
    for (const message of await listReportedMessages(tx, integration, ids)) {
      const own = receipts.filter(({ id }) => id === message.providerMessageId || id === message.id)
      for (const receipt of own) {
        const detail = detailOf(tx, receipt, message, integration)
        if (!(await appendReport(tx, message.jobId, detail, sameAs(tx, receipt, message.id)))) continue
        const news = newsOf(tx, receipt)
        if (news) await updateReportedMessage(tx, message.id, news)
      }
    }
  })
}

/** By what a receipt is known again: the event, and its date if the provider gives one. */
const sameAs = (ctx: EnvironmentCtx, receipt: Receipt, messageId: string): Partial<JobDetail> => {
  const at = statedDate(ctx, receipt)
  return { messageId, webhookStatus: receipt.event, ...(at ? { at: at.toISOString() } : {}) }
}

const parseBody = (body: Buffer, contentType: string | string[] | undefined): unknown => {
  const text = body.toString('utf8')
  if (String(contentType).startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  refuseLaborious(body)
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON')
  }
}

type Address = Parameters<typeof findIntegrationOfWebhook>[1]

/** Takes the webhook of a provider: 404 for an integration that is not there, 401 for a wrong signature. */
export const receiveReceipts = async (
  ctx: Ctx,
  address: Address,
  { body, headers }: { body: Buffer; headers: ReceiptHeaders },
): Promise<{ id: string; event: string }[]> => {
  const integration = await findIntegrationOfWebhook(ctx, address)
  const environment = integration && (await findEnvironmentById(ctx, integration.environmentId))
  if (!integration || !environment) throw notFound('There is no such integration')
  const provider = senderFor(integration)
  if (!provider?.parseReceipts)
    throw badRequest(`Receipts of the provider ${integration.providerId} are not understood`)
  if (!provider.isSigned?.(openCredentials(ctx.deps, integration), body, headers))
    throw new V1Error(401, 'Unauthorized')
  const given = parseBody(body, headers['content-type'])
  const receipts = provider.parseReceipts(sanitizeJson(given), headers)
  if (receipts.length > MOST_RECEIPTS) throw badRequest(`No more than ${MOST_RECEIPTS} receipts at a time`)
  await recordReceipts(inEnvironment(ctx, environment), integration, receipts)
  return receipts.map(({ id, event }) => ({ id, event }))
}
