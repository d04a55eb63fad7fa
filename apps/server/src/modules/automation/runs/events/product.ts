import type { Ctx } from '#server/context.ts'
import type { EventHandlers, EventPayload } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import type { ContactEventHandler, NewContactEvent } from '#server/modules/contacts/timeline/index.ts'
import { findCampaignNames, findPlace, findTagIds } from '../queries/facts.ts'
import { endRunsOf, holdDue, releaseHeld } from '../queries/runs.ts'
import { listensTo, type NewEvent, noteEvents, wakeAutomations } from './note.ts'
import { noteReleased } from './timers.ts'

type Place = { companyId: string; conversationId: string }

const noteConversation = async (
  tx: Ctx,
  { companyId, conversationId }: Place,
  kind: 'conversation_resolved' | 'label_added',
  each: readonly Record<string, string>[],
): Promise<void> => {
  if (each.length === 0 || !(await listensTo(tx, companyId, [kind]))) return
  const place = await findPlace(tx, companyId, conversationId)
  if (!place) return
  const { contactId, channelId } = place
  await noteEvents(
    tx,
    companyId,
    each.map((fields) => ({
      ...{ kind, contactId, conversationId, key: null, at: tx.now() },
      fields: { ...fields, channel: channelId },
    })),
  )
}

type Entry = NewContactEvent

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const changedIn = ({ kind, data: said }: Entry): string[] => {
  if (kind === 'owner_changed') return ['owner']
  if (kind === 'lifecycle_changed') return ['lifecycle']
  const data: Record<string, unknown> = said
  const changes = Array.isArray(data['changes']) ? (data['changes'] as { field?: unknown }[]) : []
  return changes.flatMap(({ field }) => (typeof field === 'string' ? [field] : []))
}

const contactKinds = ['contact_created', 'contact_updated', 'tag_added', 'list_added', 'consent_changed'] as const

/** What was said of a consent, as a yes or a no; a yes that waits to be confirmed is neither. */
const verdicts: Readonly<Record<string, string>> = { granted: 'granted', denied: 'denied', withdrawn: 'denied' }

const eventsOfEntry = (entry: Entry, tagIds: ReadonlyMap<string, string>, at: Date): NewEvent[] => {
  const { contactId, kind } = entry
  const data: Record<string, unknown> = entry.data
  const base = { contactId, conversationId: null, key: null, at }
  const text = (name: string) => String(data[name] ?? '')
  switch (kind) {
    case 'created':
      return [{ ...base, kind: 'contact_created', fields: { source: text('source') }, key: `contact:${contactId}` }]
    case 'updated':
    case 'owner_changed':
    case 'lifecycle_changed':
      return [{ ...base, kind: 'contact_updated', fields: { changed: changedIn(entry) } }]
    case 'tags_changed':
      return textsIn(data['added']).flatMap((name): NewEvent[] => {
        const tag = tagIds.get(name)
        return tag ? [{ ...base, kind: 'tag_added', fields: { tag, tag_name: name } }] : []
      })
    case 'list_added':
      return [{ ...base, kind: 'list_added', fields: { list: text('listId'), list_name: text('name') } }]
    case 'consent_recorded': {
      const state = verdicts[text('state')]
      const fields = { medium: text('medium'), purpose: text('purpose'), state }
      return state ? [{ ...base, kind: 'consent_changed', fields }] : []
    }
    default:
      return []
  }
}

/** Large changes are taken in parts. */
const PART = 1000

const noteContacts = async (tx: Ctx, companyId: string, entries: readonly Entry[]): Promise<void> => {
  if (!(await listensTo(tx, companyId, contactKinds))) return
  const names = entries.flatMap((entry) => (entry.kind === 'tags_changed' ? entry.data.added : []))
  const tagIds = await findTagIds(tx, companyId, [...new Set(names)])
  const wanted: NewEvent[] = []
  for (const event of entries.flatMap((entry) => eventsOfEntry(entry, tagIds, tx.now())))
    if (await listensTo(tx, companyId, [event.kind])) wanted.push(event)
  for (let from = 0; from < wanted.length; from += PART)
    await noteEvents(tx, companyId, wanted.slice(from, from + PART))
}

/** Notes what happened to contacts for the automations that concern it. */
export const noteContactEvents: ContactEventHandler = async (tx, events) => {
  for (const [companyId, own] of Map.groupBy(events, (event) => event.companyId)) await noteContacts(tx, companyId, own)
}

const noteSystem = async (tx: Ctx, payload: EventPayload<'integration.event_processed'>): Promise<void> => {
  const { companyId, eventId, integrationId, source, event, canonical, contactId, objectKey, fields, at } = payload
  if (!(await listensTo(tx, companyId, ['webhook_event']))) return
  await noteEvents(tx, companyId, [
    {
      ...{ kind: 'webhook_event', contactId, conversationId: null, at: new Date(at) },
      fields: {
        ...fields,
        canonical,
        source,
        name_of_event: event ?? '',
        integration: integrationId,
        object: objectKey ?? '',
      },
      // What is worked off again starts nothing twice.
      key: `webhook:${eventId}`,
    },
  ])
}

const noteAnswer = async (tx: Ctx, payload: EventPayload<'campaign.answered'>): Promise<void> => {
  const { companyId, campaignId, contactId, conversationId, messageId, button, text } = payload
  if (!(await listensTo(tx, companyId, ['campaign_answered']))) return
  const name = (await findCampaignNames(tx, companyId, [campaignId])).get(campaignId) ?? ''
  await noteEvents(tx, companyId, [
    {
      ...{
        kind: 'campaign_answered',
        contactId,
        conversationId,
        at: tx.now(),
        key: `campaign:${campaignId}:${messageId}`,
      },
      fields: { campaign: campaignId, campaign_name: name, text: text ?? '', ...(button !== null && { button }) },
    },
  ])
}

/** What automations start by and wait for, noted in the transaction in which it happens. */
export const automationEventHandlers: EventHandlers = {
  'conversation.resolved': (tx, payload) => noteConversation(tx, payload, 'conversation_resolved', [{}]),
  'conversation.labels_changed': (tx, payload) =>
    noteConversation(
      tx,
      payload,
      'label_added',
      payload.added.map((label) => ({ label })),
    ),
  'conversation.released': noteReleased,
  'conversation.reopened': noteReleased,
  'integration.event_processed': noteSystem,
  'campaign.answered': noteAnswer,
  'automation.state_changed': async (tx, { companyId, automationId, state }) => {
    if (state === 'archived') await endRunsOf(tx, companyId, automationId, 'archived')
    else if (state === 'active') await releaseHeld(tx, automationId)
    else await holdDue(tx, automationId)
    wakeAutomations(tx)
  },
}

/** The key of something that is started once by whoever asks. */
export const newKey = (): string => `once:${newId()}`
