import type { WebhookEventData, WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { findLabels, insertDeliveries, type NewDelivery, type Subscription } from '../queries/subscriptions.ts'
import type { Subscriptions } from '../subscriptions.ts'

type FactOf<E extends WebhookEventName> = {
  [One in E]: {
    companyId: string
    type: One
    data: WebhookEventData<One>
    /** Now if left out. */
    at?: Date
    /** What it is about, for events that are promised in order. */
    objectKey?: string
    /** Where the fact has an id that says whether it was told already. */
    eventId?: string
  }
}[E]

/** Something that happened, as endpoints are told it. */
export type Fact = FactOf<WebhookEventName>

type Place = { channelId?: string | null; conversationId?: string | null; contactId?: string | null }
const placeOf = ({ data }: Fact) => data as Place

const isPlaced = (fact: Fact): boolean =>
  fact.type.startsWith('message.') || fact.type.startsWith('conversation.') || fact.type.startsWith('channel.')

const passes = (fact: Fact, one: Subscription, labels: ReadonlyMap<string, readonly string[]>): boolean => {
  const { channelId, conversationId } = placeOf(fact)
  if (one.channelIds.length > 0 && isPlaced(fact) && !(channelId && one.channelIds.includes(channelId))) return false
  if (one.labelIds.length === 0 || !conversationId) return true
  return (labels.get(conversationId) ?? []).some((label) => one.labelIds.includes(label))
}

type Addressed = { fact: Fact; subscriptions: readonly Subscription[] }

const labelsFor = (tx: Ctx, addressed: readonly Addressed[]) => {
  const asked = new Map<string, { companyId: string; conversationId: string }>()
  for (const { fact, subscriptions } of addressed) {
    const { conversationId } = placeOf(fact)
    if (conversationId && subscriptions.some(({ labelIds }) => labelIds.length > 0))
      asked.set(conversationId, { companyId: fact.companyId, conversationId })
  }
  return findLabels(tx, [...asked.values()])
}

const rowsOf = (tx: Ctx, { fact, subscriptions }: Addressed): NewDelivery[] => {
  const { companyId, type, data, at = tx.now(), objectKey = null, eventId = newId() } = fact
  const { contactId } = placeOf(fact)
  return subscriptions.map(({ id, held }) => ({
    ...{ company_id: companyId, endpoint_id: id, event_id: eventId, type, data, happened_at: at },
    ...{ object_key: objectKey, contact_id: contactId ?? null, state: held ? ('held' as const) : ('waiting' as const) },
    ...{ is_test: false, forced: false },
  }))
}

/** Lets the process that works on endpoints know, after the commit, that there is something for them. */
export const wakeEndpoints = (tx: Pick<Ctx, 'afterCommit' | 'deps'>, ids: readonly string[]): void => {
  if (ids.length > 0) tx.afterCommit(() => tx.deps.bus.publish('deliveries.wake', { endpointIds: [...new Set(ids)] }))
}

/** Writes down for each endpoint that wants it what happened, in the transaction of the fact. */
export const tell = async (tx: Ctx, subscriptions: Subscriptions, facts: readonly Fact[]): Promise<void> => {
  const addressed = facts.flatMap((fact): Addressed[] => {
    const own = subscriptions.of(fact.companyId, fact.type)
    return own.length > 0 ? [{ fact, subscriptions: own }] : []
  })
  if (addressed.length === 0) return
  const labels = await labelsFor(tx, addressed)
  const rows = addressed.flatMap(({ fact, subscriptions: own }) =>
    rowsOf(tx, { fact, subscriptions: own.filter((one) => passes(fact, one, labels)) }),
  )
  await insertDeliveries(tx, rows)
  wakeEndpoints(
    tx,
    rows.filter(({ state }) => state === 'waiting').map(({ endpoint_id }) => endpoint_id),
  )
}
