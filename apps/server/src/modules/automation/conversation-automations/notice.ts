import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { Ctx, Deps } from '#server/context.ts'
import { isOpen } from '#server/lib/business-hours.ts'
import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import { type Desk, deskOf } from '#server/modules/companies/settings-cache/index.ts'
import { preferenceJob, wordOf } from '#server/modules/contacts/consents/index.ts'
import {
  enqueueFollowUps,
  type FollowUp,
  type Incoming,
  isFromCustomer,
  isOpinion,
  type Outcome,
  type Recorded,
  STOPPED_MARKETING,
} from '#server/modules/inbox/conversations/index.ts'

const MOST_REMEMBERED = 20_000
const awayFor = new WeakMap<Deps, Map<string, number>>()

/** The same conversation need not be looked at for each message of a closed period. */
const isAwayNews = (deps: Deps, conversationId: string, now: number, everyHours: number): boolean => {
  const known = awayFor.get(deps) ?? new Map<string, number>()
  awayFor.set(deps, known)
  if ((known.get(conversationId) ?? 0) > now) return false
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(conversationId, now + Math.min(everyHours * 3_600_000, 3_600_000))
  return true
}

const saysAway = (tx: Ctx, desk: Desk, { thread }: Recorded): boolean => {
  const { away, businessHoursId } = desk.channel(thread.channelId).routing
  if (!away.enabled || isOpen(desk.hours(businessHoursId), tx.now())) return false
  return isAwayNews(tx.deps, thread.conversationId, tx.now().getTime(), away.everyHours)
}

const receives = (desk: Desk, { thread }: Recorded): boolean => {
  const { teamId, greeting, away } = desk.channel(thread.channelId).routing
  if (teamId !== null || greeting.enabled || away.enabled || desk.policies.length > 0) return true
  if (!thread.resolved) return false
  return desk.settings.csat.enabled || [...desk.teams.values()].some(({ autoAssign }) => autoAssign.mode !== 'off')
}

/** Messages that mean something by themselves: words about marketing, and opinions. */
const isSpecial = (desk: Desk, entry: Recorded): boolean => {
  const { message, thread } = entry
  if (isOpinion(entry)) return true
  return message.type === 'text' && wordOf(desk.channel(thread.channelId).optOut, message.body) !== null
}

const isLive = ({ message }: Recorded) => message.origin === 'contact' && !message.quiet

/** What a conversation's new messages make the desk do; nothing where it does nothing by itself. */
const followUpsOf = (tx: Ctx, desk: Desk, recorded: readonly Recorded[]): FollowUp[] => {
  const [first] = recorded
  if (!first) return []
  const { thread } = first
  const place = { companyId: thread.companyId, conversationId: thread.conversationId }
  const special = recorded.filter((entry) => isLive(entry) && isSpecial(desk, entry))
  const written = recorded.filter(isFromCustomer)
  const followUps: FollowUp[] = special.map(({ row }) => ({ ...place, cause: 'written', messageId: row.id }))
  const opening = written[0]
  if (opening && (thread.started || thread.resolved) && receives(desk, opening)) {
    const cause = thread.resolved ? 'reopened' : 'begun'
    return [{ ...place, cause, messageId: opening.row.id }, ...followUps.filter((f) => f.messageId !== opening.row.id)]
  }
  const last = written.at(-1)
  const promised =
    desk.policies.length > 0 &&
    (!thread.waiting || thread.snoozed || recorded.some((r) => r.message.origin === 'phone_app'))
  if (last && followUps.length === 0 && (promised || saysAway(tx, desk, last)))
    followUps.push({ ...place, cause: 'written', messageId: last.row.id })
  const answered = recorded.some(({ message }) => message.origin === 'phone_app' && !message.quiet)
  if (answered && desk.policies.length > 0) followUps.push({ ...place, cause: 'answered' })
  return followUps
}

/**
 * Queues what the desk has to do because of recorded messages, in the transaction that recorded them: a job for each
 * conversation that needs one, which is none where a company has set up nothing. History makes nothing happen.
 */
export const noticeMessages = async (tx: Ctx, created: readonly Recorded[]): Promise<void> => {
  const loud = created.filter(({ message }) => !message.quiet)
  const followUps: FollowUp[] = []
  for (const [companyId, own] of Map.groupBy(loud, ({ thread }) => thread.companyId)) {
    const desk = await deskOf(tx.deps, companyId, tx)
    if (!desk) continue
    for (const recorded of Map.groupBy(own, ({ thread }) => thread.conversationId).values())
      followUps.push(...followUpsOf(tx, desk, recorded))
  }
  await enqueueFollowUps(tx, followUps)
}

/** Queues what follows from answers that have failed, or have arrived after they had. */
export const noticeFailures = (tx: Ctx, failed: Outcome['failed']): Promise<void> =>
  enqueueFollowUps(
    tx,
    failed.map(({ companyId, conversationId, id }) => ({ companyId, conversationId, cause: 'failed', messageId: id })),
  )

/** Queues what follows from messages that Meta refused because the person has stopped marketing. */
export const noticeRefusals = async (tx: Ctx, incoming: readonly Incoming[], outcome: Outcome): Promise<void> => {
  const refused = new Set(
    incoming.flatMap((item) =>
      item.kind === 'status' && item.errorCode === STOPPED_MARKETING ? (item.messageId ?? []) : [],
    ),
  )
  if (refused.size === 0) return
  const messages = outcome.updated.filter(({ id }) => refused.has(id))
  await enqueueFollowUps(
    tx,
    messages.map(({ companyId, conversationId, id }) => ({
      companyId,
      conversationId,
      cause: 'refused',
      messageId: id,
    })),
  )
}

type Preference = Extract<WebhookEvent, { kind: 'userPreference' }>

const MOST_AHEAD_MS = 5 * 60_000

/** When it was chosen; on arrival when that cannot be, lest a word of the future holds against every later one. */
const momentOf = (at: Date | null, receivedAt: Date): Date => {
  const latest = receivedAt.getTime() + MOST_AHEAD_MS
  return at !== null && at.getTime() > 0 && at.getTime() <= latest ? at : receivedAt
}

/** Queues what a person chose in WhatsApp itself, for the number they chose it for. */
export const noticePreference = async (
  tx: Ctx,
  channel: { id: string; companyId: string; scope: string },
  event: Preference,
  receivedAt: Date,
): Promise<void> => {
  const { companyId, id: channelId, scope } = channel
  const { user, value, detail, timestamp, category } = event
  if (category !== 'marketing_messages' && (category !== null || value === 'resume')) return
  const phone = user.phone === null ? null : canonicalPhone(user.phone)
  const person = { scope, phone, bsuid: user.bsuid }
  if (phone === null && user.bsuid === null) return
  const at = momentOf(timestamp, receivedAt).toISOString()
  await tx.deps.jobs.enqueue(
    tx.db,
    preferenceJob,
    { companyId, channelId, ...person, value, at, detail },
    { companyId },
  )
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}
