import type { Ctx, Deps } from '#server/context.ts'
import { isOpen } from '#server/lib/business-hours.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { parseOptOutKeyword } from '#server/modules/automation/opt-outs/index.ts'
import { type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import {
  isFromCustomer,
  isOpinion,
  type RecordedBatch,
  type RecordedHandler,
  type RecordedMessage,
} from '#server/modules/inbox/recording/index.ts'
import type { Automation } from './automation.ts'
import { automationJob } from './jobs.ts'

/** The same conversation need not be looked at for each message of a closed period, but once an hour. */
const awayNewsOf = perDeps((deps: Deps) =>
  createTokenBuckets({ capacity: 1, refillSeconds: 3600, maxKeys: 20_000, now: () => deps.now().getTime() }),
)

const saysAway = (tx: Ctx, settings: CompanySettings, { thread }: RecordedMessage): boolean => {
  const { away, businessHoursId } = settings.channel(thread.channelId).routing
  if (!away.enabled || isOpen(settings.hours(businessHoursId), tx.now())) return false
  return awayNewsOf(tx.deps).take(thread.conversationId) === 0
}

const receives = (settings: CompanySettings, { thread }: RecordedMessage): boolean => {
  const { teamId, greeting, away } = settings.channel(thread.channelId).routing
  if (teamId !== null || greeting.enabled || away.enabled || settings.policies.length > 0) return true
  if (!thread.resolved) return false
  return settings.chat.csat.enabled || [...settings.teams.values()].some(({ autoAssign }) => autoAssign.mode !== 'off')
}

/** Messages that mean something by themselves: words about marketing, and opinions. */
const isSpecial = (settings: CompanySettings, entry: RecordedMessage): boolean => {
  const { message, thread } = entry
  // Whoever is blocked may still stop marketing.
  if (isOpinion(entry) && !thread.blocked) return true
  return message.type === 'text' && parseOptOutKeyword(settings.channel(thread.channelId).optOut, message.body) !== null
}

const isLive = ({ message }: RecordedMessage) => message.origin === 'contact' && !message.quiet

/** What a conversation's new messages set off; nothing where the company has set nothing up. */
const automationsOf = (tx: Ctx, settings: CompanySettings, recorded: readonly RecordedMessage[]): Automation[] => {
  const [first] = recorded
  if (!first) return []
  const { thread } = first
  const place = { companyId: thread.companyId, conversationId: thread.conversationId }
  const special = recorded.filter((entry) => isLive(entry) && isSpecial(settings, entry))
  const written = recorded.filter(isFromCustomer)
  const automations: Automation[] = special.map(({ row }) => ({ ...place, cause: 'written', messageId: row.id }))
  const opening = written[0]
  if (opening && (thread.started || thread.resolved) && receives(settings, opening)) {
    const cause = thread.resolved ? 'reopened' : 'begun'
    return [
      { ...place, cause, messageId: opening.row.id },
      ...automations.filter((f) => f.messageId !== opening.row.id),
    ]
  }
  const last = written.at(-1)
  const isTracked =
    settings.policies.length > 0 &&
    (!thread.waiting || thread.snoozed || recorded.some((r) => r.message.origin === 'phone_app'))
  if (last && automations.length === 0 && (isTracked || saysAway(tx, settings, last)))
    automations.push({ ...place, cause: 'written', messageId: last.row.id })
  const answered = recorded.some(({ message }) => message.origin === 'phone_app' && !message.quiet)
  if (answered && settings.policies.length > 0) automations.push({ ...place, cause: 'answered' })
  return automations
}

/** What new messages set off. History makes nothing happen. */
const automationsOfMessages = async (tx: Ctx, created: RecordedBatch['created']): Promise<Automation[]> => {
  const loud = created.filter(({ message }) => !message.quiet)
  const automations: Automation[] = []
  for (const [companyId, own] of Map.groupBy(loud, ({ thread }) => thread.companyId)) {
    const settings = await settingsOf(tx.deps, companyId, tx)
    if (!settings) continue
    for (const recorded of Map.groupBy(own, ({ thread }) => thread.conversationId).values())
      automations.push(...automationsOf(tx, settings, recorded))
  }
  return automations
}

/**
 * Queues what a company's automations have to do because of what was recorded, in the same transaction: a job for each
 * conversation that needs one, which is none where a company has set up nothing, and one for each answer that failed.
 */
export const automateRecorded: RecordedHandler = async (tx, { created, failed }) => {
  const automations = await automationsOfMessages(tx, created)
  for (const { companyId, conversationId, id: messageId } of failed)
    automations.push({ companyId, conversationId, cause: 'failed', messageId })
  if (automations.length === 0) return
  await tx.deps.jobs.enqueueAll(
    tx.db,
    automations.map((input) => ({ job: automationJob, input, options: { companyId: input.companyId } })),
  )
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}
