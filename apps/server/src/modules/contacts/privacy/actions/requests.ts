import {
  type createPrivacyRequest,
  type listPrivacyRequests,
  type PrivacyRequest,
  privacyRequest,
  type updatePrivacyRequest,
} from '@recado/contracts/contacts/privacy-requests'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { newId } from '#server/lib/ids.ts'
import { pageFrom } from '#server/lib/page.ts'
import {
  announceContacts,
  displayNameOf,
  findCountry,
  loadAnyContact,
  seesPersonalData,
  shownPhone,
} from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { spendQuota } from '#server/modules/shared/quotas/index.ts'
import { dueAfter, lawOf } from '../due.ts'
import * as queries from '../queries/requests.ts'

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())

const viewOf = (ctx: CompanyCtx, { request, contact, owner }: queries.ShownRequest): PrivacyRequest => {
  const full = seesPersonalData(ctx)
  const check: queries.IdentityCheck = request.identityCheck ?? {}
  const { method, note = '', at, by = null, codeUntil } = check
  return privacyRequest.parse({
    ...request,
    contact: contact && {
      id: contact.id,
      displayName: displayNameOf(contact, full),
      phone: shownPhone(contact.phone, full),
    },
    owner: owner && personOf(owner.id, owner.name, owner.avatarFileId),
    verification: method && at ? { method, note, at, by } : null,
    codeUntil: request.state === 'received' && codeUntil ? codeUntil : null,
    dueAt: iso(request.dueAt),
    closedAt: iso(request.closedAt),
    createdAt: iso(request.createdAt),
  })
}

/** A privacy request of the company. Throws `not_found`. */
export const readRequest = async (ctx: CompanyCtx, id: string): Promise<PrivacyRequest> => {
  const found = await queries.findRequest(ctx, id)
  if (!found) throw new AppError('not_found')
  return viewOf(ctx, found)
}

/** A page of privacy requests of the company. */
export const readRequests = async (ctx: CompanyCtx, query: z.output<typeof listPrivacyRequests.query>) => {
  const { cursor, limit, ...asked } = query
  const rows = await queries.listRequests(ctx, {
    ...asked,
    after: decodeCursor(instantPlace, cursor),
    limit: limit + 1,
  })
  const byDue = query.view === 'open' || query.view === 'due'
  return pageFrom(
    rows,
    limit,
    (row) => viewOf(ctx, row),
    ({ request }) => encodeCursor({ at: new Date(byDue ? request.dueAt : request.createdAt), id: request.id }),
  )
}

/** How many requests are open, due soon and overdue. */
export const readRequestCounts = (ctx: CompanyCtx) => queries.countRequests(ctx)

/** One person has no more open requests than this. */
const MOST_OPEN = 10

/** Records what a contact asks about their data. Throws `not_found` for an unknown contact, `limit_reached` and `quota_exceeded`. */
export const createRequest = async (
  ctx: CompanyCtx,
  body: z.output<typeof createPrivacyRequest.body>,
): Promise<PrivacyRequest> => {
  const id = newId()
  await inTransaction(ctx, async (tx) => {
    const contact = await loadAnyContact(tx, body.contactId)
    if (contact.erasedAt !== null) throw new AppError('not_found')
    if ((await queries.countOpenOf(tx, contact.id)) >= MOST_OPEN)
      throw new AppError('limit_reached', { data: { limit: MOST_OPEN } })
    await spendQuota(tx, 'privacyRequests')
    const companyId = tx.company.id
    const { kind, intake, note } = body
    const law = body.law ?? lawOf(await findCountry(tx))
    const createdAt = tx.now()
    const dueAt = dueAfter(law, createdAt)
    await queries.insertRequest(tx, {
      ...{ id, companyId, contactId: contact.id, kind, intake, note, law, dueAt },
      createdAt,
    })
    const data = { requestId: id, kind }
    await recordContactEvents(tx, [{ companyId, contactId: contact.id, kind: 'privacy_requested', data }])
    await recordAudit(tx, {
      action: 'privacy_request.created',
      target: { type: 'privacy_request', id },
      diff: { kind, law },
    })
    const days = Math.ceil((dueAt.getTime() - tx.now().getTime()) / 86_400_000)
    await emit(tx, 'privacy_request.received', { companyId, requestId: id, kind, days })
    announceContacts(tx, [contact.id])
  })
  return readRequest(ctx, id)
}

type Change = z.output<typeof updatePrivacyRequest.body>
type State = queries.RequestRow['state']

/** From which states a request may go to each. */
const before: Record<NonNullable<Change['state']>, readonly State[]> = {
  in_progress: ['verified'],
  done: ['verified', 'in_progress'],
  refused: ['received', 'verified', 'in_progress'],
}

const assertChangeable = async (tx: CompanyCtx, row: queries.RequestRow, change: Change): Promise<void> => {
  if (row.closedAt !== null) throw new AppError('state_invalid')
  if (change.state && !before[change.state].includes(row.state)) throw new AppError('state_invalid')
  if (change.ownerId && !(await queries.isMember(tx, change.ownerId)))
    throw new AppError('validation_failed', {
      errors: [{ path: 'ownerId', code: 'not_found', message: 'No such member' }],
    })
}

/** Writes down that a request was closed, in the caller's transaction. */
const recordClosed = async (tx: CompanyCtx, row: queries.RequestRow, state: 'done' | 'refused'): Promise<void> => {
  const { id, kind, contactId, companyId } = row
  await recordAudit(tx, {
    action: 'privacy_request.closed',
    target: { type: 'privacy_request', id },
    diff: { kind, state },
  })
  if (contactId === null) return
  const data = { requestId: id, kind, state }
  await recordContactEvents(tx, [{ companyId, contactId, kind: 'privacy_closed', data }])
}

/**
 * Assigns, starts, finishes or refuses a request. Starting an unassigned request assigns it. Throws `not_found`,
 * `conflict` with the request as it is now, and `state_invalid` for a step that does not follow.
 */
export const changeRequest = async (ctx: CompanyCtx, id: string, change: Change): Promise<PrivacyRequest> => {
  await inTransaction(ctx, async (tx) => {
    const row = await queries.lockRequest(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.version !== change.version) throw new AppError('conflict', { data: { current: await readRequest(tx, id) } })
    await assertChangeable(tx, row, change)
    const { ownerId = row.ownerId, note = row.note, state = row.state, refusal } = change
    const starter = change.state === 'in_progress' && tx.actor.kind === 'user' ? tx.actor.userId : null
    const isClosed = state === 'done' || state === 'refused'
    await queries.saveRequest(tx, id, {
      ...{ state, note, ownerId: ownerId ?? starter },
      ...(state === 'refused' && refusal ? { refusal } : {}),
      ...(isClosed ? { closedAt: tx.now() } : {}),
    })
    if (isClosed) await recordClosed(tx, row, state)
    else
      await recordAudit(tx, {
        action: 'privacy_request.updated',
        target: { type: 'privacy_request', id },
        diff: { state, ownerId },
      })
    if (row.contactId !== null) announceContacts(tx, [row.contactId])
  })
  return readRequest(ctx, id)
}
