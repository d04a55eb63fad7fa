import type { AutomationTrigger } from '@recado/contracts/automation/automation-events'
import { spanMinutes } from '@recado/contracts/automation/wait-spans'
import type { Ctx } from '#server/context.ts'
import { liveAutomations } from '#server/modules/automation/automations/index.ts'
import { isFromCustomer, type RecordedBatch } from '#server/modules/inbox/recording/index.ts'
import { findCampaignNames } from '../queries/facts.ts'
import {
  type CampaignMessage,
  findCampaignMessages,
  findNobodys,
  type NewTimer,
  setTimers,
  type TimerKind,
} from '../queries/timers.ts'
import { listensTo, type NewEvent, noteEvents } from './note.ts'

// What automations start by after a while: it is noted when it begins, and looked at again when the time has passed.

type Of<K extends TimerKind> = Extract<AutomationTrigger, { kind: K }>

/** Automations of a company that start by something of a kind. Known without a query as a rule. */
const startingBy = async <K extends TimerKind>(
  tx: Ctx,
  companyId: string,
  kind: K,
): Promise<{ id: string; trigger: Of<K> }[]> => {
  const { list, listens } = await liveAutomations(tx.deps, companyId, tx)
  if (!listens.has(kind)) return []
  return list.flatMap(({ id, state, graph: { trigger } }) =>
    state === 'active' && trigger?.kind === kind ? [{ id, trigger: trigger as Of<K> }] : [],
  )
}

const MINUTE = 60_000
const isAny = (wanted: readonly string[], id: string) => wanted.length === 0 || wanted.includes(id)

type Nobodys = { conversationId: string; contactId: string; channelId: string }

const timersFor = (
  automations: readonly { id: string; trigger: Of<'conversation_unassigned'> }[],
  { conversationId, contactId, channelId }: Nobodys,
  since: Date,
): NewTimer[] =>
  automations
    .filter(({ trigger }) => isAny(trigger.channelIds, channelId))
    .map(({ id, trigger }) => ({
      ...{ automationId: id, subject: conversationId, kind: trigger.kind, contactId, conversationId, since },
      ...{ fields: { channel: channelId }, dueAt: new Date(since.getTime() + spanMinutes(trigger.after) * MINUTE) },
    }))

const waitForSomeone = async (tx: Ctx, companyId: string, written: RecordedBatch['created']): Promise<void> => {
  const automations = await startingBy(tx, companyId, 'conversation_unassigned')
  if (automations.length === 0) return
  const nobodys = written.filter(({ thread }) => thread.assigneeId === null)
  for (const anew of [true, false]) {
    const threads = nobodys.filter(({ thread }) => (thread.resolved || thread.started) === anew)
    const each = [...new Map(threads.map(({ thread }) => [thread.conversationId, thread])).values()]
    await setTimers(
      tx,
      companyId,
      each.flatMap((thread) => timersFor(automations, thread, tx.now())),
      { anew },
    )
  }
}

/** A conversation is nobody's from now on, whatever was before. */
export const noteReleased = async (
  tx: Ctx,
  { companyId, conversationId }: { companyId: string; conversationId: string },
): Promise<void> => {
  const automations = await startingBy(tx, companyId, 'conversation_unassigned')
  const place = automations.length === 0 ? null : await findNobodys(tx, companyId, conversationId)
  if (place)
    await setTimers(tx, companyId, timersFor(automations, { conversationId, ...place }, tx.now()), { anew: true })
}

const arrived: ReadonlySet<string> = new Set(['delivered', 'read', 'played'])
const wasRead: ReadonlySet<string> = new Set(['read', 'played'])

const readEvents = (
  reached: RecordedBatch['reached'],
  messages: ReadonlyMap<string, CampaignMessage>,
  names: ReadonlyMap<string, string>,
): NewEvent[] =>
  reached.flatMap(({ id, status, at }): NewEvent[] => {
    const message = wasRead.has(status) ? messages.get(id) : undefined
    if (!message) return []
    const { contactId, conversationId, campaignId } = message
    const fields = { campaign: campaignId, campaign_name: names.get(campaignId) ?? '', message_id: id }
    return [{ kind: 'campaign_read', contactId, conversationId, fields, key: `read:${id}`, at }]
  })

const waitForAnswers = (
  automations: readonly { id: string; trigger: Of<'campaign_unanswered'> }[],
  { id: subject, contactId, conversationId, campaignId, deliveredAt }: CampaignMessage,
  { names, now }: { names: ReadonlyMap<string, string>; now: Date },
): NewTimer[] => {
  const since = deliveredAt === null ? now : new Date(deliveredAt)
  const fields = { campaign: campaignId, campaign_name: names.get(campaignId) ?? '', message_id: subject }
  return automations
    .filter(({ trigger }) => isAny(trigger.campaignIds, campaignId))
    .map(({ id: automationId, trigger }) => ({
      ...{ automationId, subject, kind: trigger.kind, contactId, conversationId, fields, since },
      dueAt: new Date(since.getTime() + spanMinutes(trigger.after) * MINUTE),
    }))
}

const noteReached = async (tx: Ctx, companyId: string, reached: RecordedBatch['reached']): Promise<void> => {
  const reads = await listensTo(tx, companyId, ['campaign_read'])
  const automations = await startingBy(tx, companyId, 'campaign_unanswered')
  if (!reads && automations.length === 0) return
  const ids = [...new Set(reached.map(({ id }) => id))]
  const messages = new Map((await findCampaignMessages(tx, companyId, ids)).map((one) => [one.id, one]))
  if (messages.size === 0) return
  const names = await findCampaignNames(tx, companyId, [
    ...new Set([...messages.values()].map(({ campaignId }) => campaignId)),
  ])
  if (reads) await noteEvents(tx, companyId, readEvents(reached, messages, names))
  const timers = [...messages.values()].flatMap((message) =>
    waitForAnswers(automations, message, { names, now: tx.now() }),
  )
  await setTimers(tx, companyId, timers, { anew: false })
}

/** Notes what begins with messages that came in, and with those of campaigns that arrived. */
export const noteBeginnings = async (
  tx: Ctx,
  { created, reached }: Pick<RecordedBatch, 'created' | 'reached'>,
): Promise<void> => {
  for (const [companyId, own] of Map.groupBy(created.filter(isFromCustomer), ({ thread }) => thread.companyId))
    await waitForSomeone(tx, companyId, own)
  const come = reached.filter(({ status }) => arrived.has(status))
  for (const [companyId, own] of Map.groupBy(come, (one) => one.companyId)) await noteReached(tx, companyId, own)
}
