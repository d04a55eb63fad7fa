import {
  type addConsent,
  type ConsentVerdict,
  type ContactConsents,
  consentMedia,
  consentPurposes,
  metaStopSources,
} from '@recado/contracts/contacts/consents'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { readContactSettings } from '#server/modules/contacts/contact-settings/index.ts'
import {
  type ConsentRow as ConsentWord,
  findConsents,
  findWords,
  type HeldWord,
  isOwnChannel,
} from '../queries/consents.ts'
import { findSuppressions, keysOfContact } from '../queries/suppressions.ts'
import { assertNotErased, loadAnyContact } from './card.ts'
import { recordConsent } from './consent.ts'

const isStop = ({ state, source }: HeldWord) => state === 'denied' && metaStopSources.some((one) => one === source)

const verdictOf = (words: readonly HeldWord[]): ConsentVerdict => {
  if (words.some(({ state }) => state === 'denied')) return 'denied'
  return words.some(({ state }) => state === 'granted') ? 'granted' : 'unknown'
}

const summariesOf = (words: readonly HeldWord[]): ContactConsents['effective'] =>
  consentMedia.flatMap((medium) =>
    consentPurposes.flatMap((purpose) => {
      const own = words.filter((word) => word.medium === medium && word.purpose === purpose)
      if (own.length === 0) return []
      const general = own.filter(({ channelId }) => channelId === null)
      const numbers = own.flatMap((word) => {
        const { channelId, channelName } = word
        if (channelId === null || channelName === null) return []
        const state = verdictOf([...general, word])
        return [{ id: channelId, name: channelName, state, stoppedByPerson: isStop(word), recordId: word.id }]
      })
      return [{ medium, purpose, state: verdictOf(general), recordId: general[0]?.id ?? null, numbers }]
    }),
  )

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** What a contact said to being written to, and what that comes to. Throws `not_found`. */
export const readConsents = async (ctx: CompanyCtx, id: string): Promise<ContactConsents> => {
  const contact = await loadAnyContact(ctx, id)
  const rows = await findConsents(ctx, contact.id)
  const words = await findWords(ctx, { companyId: ctx.company.id, contactId: contact.id })
  const [suppression] = await findSuppressions(ctx, ctx.company.id, keysOfContact(contact))
  return {
    effective: summariesOf(words),
    pending: pendingOf(rows, ctx.now()),
    suppression: suppression ? { reason: suppression.reason, since: suppression.createdAt.toISOString() } : null,
    data: rows.map(({ channelId, channelName, evidence, ...row }) => ({
      ...{ id: row.id, medium: row.medium, purpose: row.purpose, state: row.state, source: row.source },
      channel: channelId === null ? null : { id: channelId, name: channelName ?? '' },
      textVersion: row.textVersion,
      evidence: { words: textOf(evidence['words']), note: textOf(evidence['note']), url: textOf(evidence['url']) },
      notedBy: personOf(row.notedById, row.notedByName, row.avatarFileId),
      at: row.at.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
    })),
  }
}

/** A yes to marketing on WhatsApp that waits for the person to confirm it: the newest word, and not too old. */
const pendingOf = (rows: readonly ConsentWord[], now: Date): ContactConsents['pending'] => {
  const newest = rows.find(({ medium, purpose }) => medium === 'whatsapp' && purpose === 'marketing')
  if (newest?.state !== 'pending' || newest.expiresAt === null || newest.expiresAt <= now) return null
  return { since: newest.at.toISOString(), expiresAt: newest.expiresAt.toISOString() }
}

type Noted = z.output<typeof addConsent.body>

const refuse = (path: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path, code: 'invalid', message }] })

const assertNotable = async (tx: CompanyCtx, contactId: string, { channelId, at, expiresAt, ...noted }: Noted) => {
  if (channelId && !(await isOwnChannel(tx, channelId))) throw refuse('channelId', 'No such number')
  if (at && new Date(at) > tx.now()) throw refuse('at', 'Not later than now')
  if (expiresAt && new Date(expiresAt) <= tx.now()) throw refuse('expiresAt', 'Has expired already')
  if (noted.state !== 'granted' || !channelId) return
  const { medium, purpose } = noted
  const words = await findWords(tx, { companyId: tx.company.id, contactId })
  const held = words.filter(
    (word) => word.medium === medium && word.purpose === purpose && word.channelId === channelId,
  )
  if (held.some(isStop)) throw new AppError('consent_stopped_by_person')
}

const dayMs = 86_400_000

/** Until when a yes that the company is told waits to be confirmed; null where no one is asked. */
export const confirmationEnd = async (tx: CompanyCtx): Promise<Date | null> => {
  const { doubleOptIn } = (await readContactSettings(tx)).settings
  return doubleOptIn && new Date(tx.now().getTime() + doubleOptIn.days * dayMs)
}

/** The same for what a member notes. Throws `validation_failed` for a confirmation that cannot be asked for. */
const confirmationOf = async (tx: CompanyCtx, { confirm, state, source, medium, purpose }: Noted) => {
  const asks = state === 'granted' && medium === 'whatsapp' && purpose === 'marketing'
  if (!asks || !(confirm ?? source === 'form')) return null
  const end = await confirmationEnd(tx)
  if (confirm && end === null) throw refuse('confirm', 'The company has no double opt-in')
  return end
}

/**
 * Notes by hand what a contact said. Throws `not_found`, `validation_failed`, and `consent_stopped_by_person` for a yes to
 * a number that the person has stopped in WhatsApp, which only they can end.
 */
export const addNotedConsent = (ctx: CompanyCtx, id: string, noted: Noted): Promise<ContactConsents> =>
  inTransaction(ctx, async (tx) => {
    const contact = await loadAnyContact(tx, id)
    assertNotErased(contact)
    await assertNotable(tx, contact.id, noted)
    const { note, url, at, expiresAt, channelId = null, textVersion = null, confirm, ...said } = noted
    const confirmUntil = await confirmationOf(tx, noted)
    const notedBy = tx.actor.kind === 'user' ? tx.actor.userId : null
    await recordConsent(tx, {
      ...{ companyId: tx.company.id, contactId: contact.id, channelId, textVersion, ...said },
      evidence: { notedBy, ...(note && { note }), ...(url && { url }) },
      at: at ? new Date(at) : tx.now(),
      expiresAt: expiresAt ? new Date(expiresAt) : null,
      ...(confirmUntil && { state: 'pending', expiresAt: confirmUntil }),
    })
    if (confirmUntil) await emit(tx, 'consent.pending', { companyId: tx.company.id })
    return readConsents(tx, contact.id)
  })
