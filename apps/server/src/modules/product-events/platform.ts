import type { Deps } from '#server/context.ts'
import {
  type Environment,
  ensurePlatformEnvironment,
  platformCredentials,
  subscriberHash,
} from '../notifications/index.ts'

const prepared = new WeakMap<Deps, Environment>()

export const notePrepared = (deps: Deps, environment: Environment): void => void prepared.set(deps, environment)

/** The environment of the product, null before `prepareProductEvents`. */
export const preparedEnvironment = (deps: Deps): Environment | null => prepared.get(deps) ?? null

/** What a page needs to open the inbox of a user. */
export const inboxIdentity = async (deps: Deps, userId: string) => ({
  subscriberId: userId,
  subscriberHash: await subscriberHash(deps, await ensurePlatformEnvironment(deps), userId),
})

/** Public name of the application whose inboxes the product shows. */
export const inboxApplication = async (deps: Deps): Promise<string> =>
  (await ensurePlatformEnvironment(deps)).identifier

/** What a program needs to call the notification API of this installation. */
export const inboxCredentials = async (deps: Deps) => {
  const { identifier, apiKey } = await platformCredentials(deps)
  return { applicationIdentifier: identifier, apiKey }
}
