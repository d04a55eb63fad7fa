import { createHmac } from 'node:crypto'
import type { Deps } from '#server/context.ts'
import { ensurePlatformEnvironment, platformCredentials } from '#server/notifications/index.ts'

/** What a page needs to open the inbox of a user: here, while their session lasts; elsewhere, for as long as the key does. */
export const inboxIdentity = (deps: Deps, userId: string, sessionId: string) => {
  const { INBOX_API_KEY: key } = deps.config
  const elsewhere = key && createHmac('sha256', key).update(userId).digest('hex')
  return { subscriberId: userId, subscriberHash: elsewhere || deps.inboxGuard.hashOf(deps, userId, sessionId) }
}

/** Where the inboxes that the product shows are, and of which application; here, unless the environment says otherwise. */
export const inboxPlace = async (deps: Deps, origin: string) => {
  const { INBOX_BACKEND_URL: apiUrl, INBOX_SOCKET_URL, INBOX_APPLICATION_ID } = deps.config
  if (apiUrl && INBOX_APPLICATION_ID) {
    return { apiUrl, socketUrl: INBOX_SOCKET_URL ?? apiUrl, applicationIdentifier: INBOX_APPLICATION_ID }
  }
  const { identifier } = await ensurePlatformEnvironment(deps)
  return { apiUrl: origin, socketUrl: origin, applicationIdentifier: identifier }
}

/** What a program needs to call the notification API of this installation. */
export const inboxCredentials = async (deps: Deps) => {
  const { identifier, apiKey } = await platformCredentials(deps)
  return { applicationIdentifier: identifier, apiKey }
}
