import { createHmac } from 'node:crypto'
import type { Deps } from '#server/context.ts'
import { type Environment, ensurePlatformEnvironment, platformCredentials } from '#server/notifications/index.ts'

const prepared = new WeakMap<Deps, Environment>()

export const notePrepared = (deps: Deps, environment: Environment): void => void prepared.set(deps, environment)

/** The environment of the product, null before `prepareProductEvents`. */
export const preparedEnvironment = (deps: Deps): Environment | null => prepared.get(deps) ?? null

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
