import type { EventHandlers } from '#server/events.ts'
import { removePerson, syncAccountStatus, syncSubscriber, syncTenant } from './subscribers.ts'

/**
 * Lets the notification service know what it keeps of people and companies, with the change itself: whoever left a
 * company, is suspended or erased is told nothing from then on.
 */
export const subscriberHandlers: EventHandlers = {
  'user.created': (tx, { userId }) => syncSubscriber(tx, userId),
  'user.updated': (tx, { userId }) => syncSubscriber(tx, userId),
  'user.status_changed': (tx, { userId }) => syncAccountStatus(tx, userId),
  'user.erased': (tx, { userId }) => removePerson(tx, userId),
  'company.created': (tx, { companyId }) => syncTenant(tx, companyId),
  'company.renamed': (tx, { companyId }) => syncTenant(tx, companyId),
  'company.members_changed': (tx, { companyId }) => syncTenant(tx, companyId),
}
