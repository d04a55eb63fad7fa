import type { ContactEventData, ContactEventKind } from '@recado/contracts/contacts/contact-events'
import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { insertEvents } from './queries/events.ts'

type EventOf<Kind extends ContactEventKind> = {
  [One in Kind]: {
    companyId: string
    contactId: string
    kind: One
    data: ContactEventData[One]
    /** When it happened; now if left out. */
    at?: Date
  }
}[Kind]
/** Something that happened to a contact, with what its kind says of it. */
export type NewContactEvent = EventOf<ContactEventKind>

/** What a module above does about what happened to contacts, in the transaction of the fact; its manifest lists it. */
export type ContactEventHandler = (tx: Ctx, events: readonly NewContactEvent[]) => Promise<void>

/**
 * Writes down what happened to contacts, in the transaction of the fact, as done by the actor. Values that not everyone in
 * the company may see (phones, addresses, documents, sensitive attributes) must not be in the data.
 */
export const recordContactEvents = async (tx: Ctx, events: readonly NewContactEvent[]): Promise<void> => {
  if (events.length === 0) return
  const actorId = tx.actor.kind === 'user' ? tx.actor.userId : null
  await insertEvents(
    tx,
    events.map(({ at = tx.now(), ...event }) => ({ ...event, id: newId(), actorId, at })),
  )
  for (const handle of tx.deps.handlers.contactEvents) await handle(tx, events)
}
