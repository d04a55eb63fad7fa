import type { ConsentMedium, ConsentPurpose, ConsentState } from '@recado/contracts/contacts/consents'
import type { ContactEventKind } from '@recado/contracts/contacts/contact-events'
import type { contactChanges } from '@recado/contracts/integrations/webhook-events'
import type { ContactEventHandler, NewContactEvent } from '#server/modules/contacts/timeline/index.ts'
import type { StartedHandler } from '#server/modules/inbox/conversations/index.ts'
import { findAddedNow } from '../queries/facts.ts'
import { subscriptionsOf } from '../subscriptions.ts'
import { type Fact, tell } from './tell.ts'

const changeOf: { readonly [K in ContactEventKind]?: (typeof contactChanges)[number] } = {
  ...{ updated: 'fields', imported: 'fields', import_reverted: 'fields', merge_undone: 'fields' },
  ...{ tags_changed: 'tags', list_added: 'lists', list_removed: 'lists', owner_changed: 'owner' },
  ...{ lifecycle_changed: 'lifecycle', number_changed: 'phone', blocked: 'blocked', unblocked: 'unblocked' },
  ...{ deleted: 'deleted', restored: 'restored' },
}

const factOf = (event: NewContactEvent): Fact | null => {
  const { companyId, contactId } = event
  const own = { companyId, objectKey: `contact:${contactId}` }
  if (event.kind === 'created' || (event.kind === 'imported' && event.data.action === 'created'))
    return { ...own, type: 'contact.created', data: { contactId } }
  if (event.kind === 'merged')
    return { ...own, type: 'contact.merged', data: { contactId, mergedContactId: event.data.mergedId } }
  if (event.kind === 'consent_recorded') {
    const { medium, purpose, state, channelId } = event.data
    const data = {
      ...{ contactId, channelId, medium: medium as ConsentMedium },
      ...{ purpose: purpose as ConsentPurpose, state: state as ConsentState },
    }
    return { ...own, type: 'contact.consent_changed', data }
  }
  const change = changeOf[event.kind]
  return change ? { ...own, type: 'contact.updated', data: { contactId, change } } : null
}

/** Tells endpoints what happened to contacts. */
export const tellContactEvents: ContactEventHandler = async (tx, events) => {
  const subscriptions = await subscriptionsOf(tx, new Set(events.map(({ companyId }) => companyId)))
  if (!subscriptions.wants('contact.created', 'contact.updated', 'contact.merged', 'contact.consent_changed')) return
  await tell(
    tx,
    subscriptions,
    events.flatMap((event) => factOf(event) ?? []),
  )
}

/** Tells endpoints of conversations that a member, a program or a campaign began, and of the contacts that came with them. */
export const tellStarted: StartedHandler = async (tx, started) => {
  const subscriptions = await subscriptionsOf(tx, new Set(started.map(({ companyId }) => companyId)))
  if (!subscriptions.wants('conversation.created', 'contact.created')) return
  const added = subscriptions.wants('contact.created')
    ? await findAddedNow(
        tx,
        started.map(({ companyId, contactId }) => ({ companyId, id: contactId })),
      )
    : []
  await tell(tx, subscriptions, [
    ...added.map(
      ({ companyId, id }): Fact => ({
        ...{ companyId, type: 'contact.created', data: { contactId: id }, objectKey: `contact:${id}` },
      }),
    ),
    ...started.map(({ companyId, ...data }): Fact => ({ companyId, type: 'conversation.created', data })),
  ])
}
