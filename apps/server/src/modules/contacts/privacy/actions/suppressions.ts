import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { parseTyped } from '#server/lib/typed-phone.ts'
import {
  announceContacts,
  findCountry,
  loadAnyContact,
  type SuppressionKey,
  suppressions,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'

const email = z.email()

const wrong = (code: 'phone' | 'email') =>
  new AppError('validation_failed', { errors: [{ path: 'value', code, message: 'Neither a phone nor an address' }] })

const keyOf = async (ctx: CompanyCtx, value: string): Promise<SuppressionKey> => {
  if (value.includes('@')) {
    if (!email.safeParse(value.trim()).success) throw wrong('email')
    return { kind: 'email', value }
  }
  const digits = parseTyped(value, await findCountry(ctx))
  if (digits === null) throw wrong('phone')
  return { kind: 'phone', value: canonicalPhone(digits) }
}

/** A key, and all else that whoever has the phone is known by: people are on the list, or not, as a whole. Browsers hear of them. */
const keysAround = async (tx: CompanyCtx, key: SuppressionKey): Promise<SuppressionKey[]> => {
  const ids = key.kind === 'phone' ? await suppressions.findContactsOfPhone(tx, key.value) : []
  const people = await Promise.all(ids.map((id) => loadAnyContact(tx, id)))
  if (ids.length > 0) announceContacts(tx, ids)
  return [key, ...people.flatMap(suppressions.keysOfContact)]
}

/** How many are suppressed, by what is known of them and why. */
export const countSuppressed = async (ctx: CompanyCtx) => ({
  data: await suppressions.countSuppressions(ctx, ctx.company.id),
})

const notSuppressed = { suppressed: false, reason: null, since: null }

/** Whether a phone or an address is suppressed. Throws `validation_failed` for what is neither. */
export const checkSuppressed = async (ctx: CompanyCtx, value: string) => {
  const [found] = await suppressions.findSuppressions(ctx, ctx.company.id, [await keyOf(ctx, value)])
  return found ? { suppressed: true, reason: found.reason, since: found.createdAt.toISOString() } : notSuppressed
}

/**
 * Stops every message to a phone, with all else that whoever has it is known by, or to an address; what is on the list
 * stays as it is. Throws `validation_failed`.
 */
export const addSuppressed = (ctx: CompanyCtx, value: string, reason: 'opt_out' | 'complaint') =>
  withPeopleLocked(ctx, async (tx) => {
    const key = await keyOf(tx, value)
    const [known] = await suppressions.findSuppressions(tx, tx.company.id, [key])
    await suppressions.suppress(tx, tx.company.id, await keysAround(tx, key), reason)
    if (!known) {
      const [added] = await suppressions.findSuppressions(tx, tx.company.id, [key])
      if (added)
        await recordAudit(tx, {
          action: 'suppression.added',
          target: { type: 'suppression', id: added.id },
          diff: { reason },
        })
    }
    return checkSuppressed(tx, value)
  })

const lift = async (tx: CompanyCtx, keys: readonly SuppressionKey[], reason: string) => {
  const found = await suppressions.findSuppressions(tx, tx.company.id, keys)
  await suppressions.liftSuppression(
    tx,
    tx.company.id,
    found.map(({ id }) => id),
  )
  for (const { id } of found)
    await recordAudit(tx, { action: 'suppression.lifted', target: { type: 'suppression', id }, diff: { reason } })
  return found.length
}

/** Takes a phone, with all else that whoever has it is known by, or an address off the list. The log has the entry and the reason, not the person. Throws `not_found`. */
export const liftSuppressed = (ctx: CompanyCtx, value: string, reason: string) =>
  inTransaction(ctx, async (tx) => {
    if ((await lift(tx, await keysAround(tx, await keyOf(tx, value)), reason)) === 0) throw new AppError('not_found')
    return notSuppressed
  })

/** Takes all that a contact is known by off the list, if it is on it. Throws `not_found` for an unknown contact. */
export const liftContact = (ctx: CompanyCtx, contactId: string, reason: string) =>
  inTransaction(ctx, async (tx) => {
    const contact = await loadAnyContact(tx, contactId)
    if ((await lift(tx, suppressions.keysOfContact(contact), reason)) > 0) announceContacts(tx, [contact.id])
    return notSuppressed
  })
