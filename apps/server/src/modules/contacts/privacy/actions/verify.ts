import { randomInt } from 'node:crypto'
import { type PrivacyRequest, privacyCodeMinutes } from '@recado/contracts/contacts/privacy-requests'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { announceContacts } from '#server/modules/contacts/contacts/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { type IdentityCheck, lockRequest, type RequestRow, saveRequest } from '../queries/requests.ts'
import { readRequest } from './requests.ts'

/** Wrong codes of a day, whichever was sent last. */
const MOST_TRIES = 5
const MOST_CODES = 5
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** When codes were sent within a day. Throws `rate_limited` for one more than a minute or a day takes. */
const recentCodes = ({ sent = [] }: IdentityCheck, now: number): string[] => {
  const recent = sent.filter((at) => new Date(at).getTime() > now - DAY)
  const last = new Date(recent.at(-1) ?? 0).getTime()
  const oldest = new Date(recent[0] ?? 0).getTime()
  const free = recent.length >= MOST_CODES ? oldest + DAY : last + MINUTE
  if (free > now) throw new AppError('rate_limited', { retryAfter: Math.ceil((free - now) / 1000) })
  return recent
}

const hashOf = ({ deps: { sealer } }: CompanyCtx, requestId: string, code: string) =>
  sealer.sign('privacy-code', `${requestId} ${code}`)

const loadUnverified = async (tx: CompanyCtx, id: string): Promise<RequestRow & { contactId: string }> => {
  const row = await lockRequest(tx, id)
  if (!row) throw new AppError('not_found')
  const { contactId } = row
  if (row.state !== 'received' || contactId === null) throw new AppError('state_invalid')
  return { ...row, contactId }
}

/**
 * Makes a code by which the contact of a request proves who they are, in the caller's transaction; what stands in for an
 * older one. The caller sends it. Throws `not_found`, `state_invalid` and `rate_limited`.
 */
export const issueCode = async (tx: CompanyCtx, id: string): Promise<{ code: string; contactId: string }> => {
  const { contactId, identityCheck } = await loadUnverified(tx, id)
  const check: IdentityCheck = identityCheck ?? {}
  const now = tx.now().getTime()
  const recent = recentCodes(check, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeUntil = new Date(now + privacyCodeMinutes * MINUTE).toISOString()
  const asked = { sent: [...recent, tx.now().toISOString()], tries: recent.length > 0 ? (check.tries ?? 0) : 0 }
  await saveRequest(tx, id, { identityCheck: { ...asked, codeHash: hashOf(tx, id, code), codeUntil } })
  await recordAudit(tx, {
    action: 'privacy_request.updated',
    target: { type: 'privacy_request', id },
    diff: { code: 'sent' },
  })
  return { code, contactId }
}

const isCode = (tx: CompanyCtx, { id }: RequestRow, check: IdentityCheck, code: string): boolean =>
  check.codeHash === hashOf(tx, id, code) &&
  (check.tries ?? 0) < MOST_TRIES &&
  new Date(check.codeUntil ?? 0) > tx.now()

/** Confirms who asks, or answers false for a code that is wrong or too old. */
const verify = async (tx: CompanyCtx, row: RequestRow, proof: { code: string } | { note: string }) => {
  const check: IdentityCheck = row.identityCheck ?? {}
  if ('code' in proof && !isCode(tx, row, check, proof.code)) {
    await saveRequest(tx, row.id, { identityCheck: { ...check, tries: (check.tries ?? 0) + 1 } })
    return false
  }
  const method = 'code' in proof ? 'code' : 'manual'
  const note = 'note' in proof ? proof.note : ''
  const by = tx.actor.kind === 'user' ? tx.actor.name : null
  const identityCheck = { method, note, by, at: tx.now().toISOString() } as const
  await saveRequest(tx, row.id, { state: 'verified', identityCheck })
  await recordAudit(tx, {
    action: 'privacy_request.verified',
    target: { type: 'privacy_request', id: row.id },
    diff: { method },
  })
  return true
}

/**
 * Confirms the identity of the person who asks. Throws `not_found`, `state_invalid` unless that is what the request waits
 * for, and `validation_failed` for a code that is wrong, too old, or was guessed at too often.
 */
export const verifyRequest = async (
  ctx: CompanyCtx,
  id: string,
  proof: { code: string } | { note: string },
): Promise<PrivacyRequest> => {
  const isVerified = await inTransaction(ctx, async (tx) => {
    const row = await loadUnverified(tx, id)
    announceContacts(tx, [row.contactId])
    return verify(tx, row, proof)
  })
  if (!isVerified)
    throw new AppError('validation_failed', {
      errors: [{ path: 'code', code: 'code', message: 'The code is wrong or has expired' }],
    })
  return readRequest(ctx, id)
}
