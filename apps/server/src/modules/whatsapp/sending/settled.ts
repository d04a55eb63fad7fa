import type { PoolClient } from 'pg'
import type { Ctx } from '#server/context.ts'

export type SendKey = { companyId: string; messageId: string }
export type AcceptedSend = SendKey & { wamid: string | null; status: 'accepted' | 'held' }
export type FailedSend = SendKey & {
  code: number | null
  errorClass: string
  details: string | null
  trace: string | null
}
export type RequeuedSend = SendKey & { lease: string; waitSeconds: number; costsAttempt: boolean; slowed: boolean }

/**
 * What became of sends: taken by WhatsApp, given up, written to the wire and never answered, or certainly not sent and to
 * be tried again.
 */
export type SettledSends =
  | { outcome: 'accepted'; sends: readonly AcceptedSend[] }
  | { outcome: 'failed'; sends: readonly FailedSend[] }
  | { outcome: 'unknown'; sends: readonly SendKey[] }
  | { outcome: 'requeued'; sends: readonly RequeuedSend[] }

/**
 * Told of each batch in the transaction that settles it, before its rows change; `client` is the connection of `tx`. Must
 * be safe to repeat: a batch whose commit got no answer is told again.
 */
export type SettledHandler = (tx: Ctx, client: PoolClient, settled: SettledSends) => Promise<void>
