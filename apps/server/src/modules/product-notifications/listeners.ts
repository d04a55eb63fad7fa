import type { Listener } from '#server/events.ts'
import { actionListeners } from './listeners/actions.ts'
import { adminListeners } from './listeners/admin.ts'
import { automationListeners } from './listeners/automation.ts'
import { campaignListeners } from './listeners/campaigns.ts'
import { companyListeners } from './listeners/companies.ts'
import { contactListeners } from './listeners/contacts.ts'
import { identityListeners } from './listeners/identity.ts'
import { inboxListeners } from './listeners/inbox.ts'
import { integrationListeners } from './listeners/integrations.ts'
import { sharedListeners } from './listeners/shared.ts'
import { whatsappListeners } from './listeners/whatsapp.ts'

/** Who is notified of what the modules below say, and what the notification service is to know of it. */
export const productNotificationListeners: readonly Listener[] = [
  ...sharedListeners,
  ...identityListeners,
  ...companyListeners,
  ...contactListeners,
  ...whatsappListeners,
  ...inboxListeners,
  ...automationListeners,
  ...actionListeners,
  ...campaignListeners,
  ...integrationListeners,
  ...adminListeners,
]
