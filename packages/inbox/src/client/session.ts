import type { Core } from './core.ts'
import { asError } from './errors.ts'
import { callWidget } from './http.ts'
import { logError } from './log.ts'
import { page } from './page.ts'
import type { ISession } from './wire.ts'

const TOKEN_KEY = 'widget_user_auth_token'

/** Pages may forbid their storage; the inbox works without it. */
const keepToken = (key: string, token: string | null) => {
  try {
    if (token === null) page.localStorage?.removeItem(key)
    else page.localStorage?.setItem(key, token)
  } catch (error) {
    logError('The token of the inbox could not be kept', error)
  }
}

/** The session of a subscriber: no one is asked before both ids are known. */
export const createSession = (core: Core) => {
  const key = core.options.tokenKey ?? TOKEN_KEY
  let renewing: Promise<void> | null = null

  const initialize = async (): Promise<void> => {
    const { backendUrl, applicationIdentifier, subscriberId, subscriberHash = null } = core.options
    const { signal } = core
    const { data } = (await callWidget(backendUrl, {
      method: 'POST',
      path: '/session/initialize',
      body: { applicationIdentifier, subscriberId, hmacHash: subscriberHash },
      signal,
    })) as { data: ISession }
    if (signal.aborted) return
    keepToken(key, data.token)
    core.set({ session: { status: 'ready', profile: data.profile, token: data.token, error: null } })
  }

  core.renew = (token) => {
    if (core.state.session.token !== token) return Promise.resolve()
    renewing ??= initialize().finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    /** Whether there is a session now. A failure is logged and kept in the state. */
    async start(): Promise<boolean> {
      const isReady = () => core.state.session.status === 'ready'
      if (isReady()) return true
      const { signal } = core
      core.set({ session: { status: 'starting', profile: undefined, token: undefined, error: null } })
      try {
        await core.retrying(initialize)
      } catch (error) {
        if (signal.aborted) return false
        logError('Failed to initialize the session', asError(error).message)
        core.set({ session: { status: 'failed', profile: undefined, token: undefined, error: asError(error) } })
      }
      return !signal.aborted && isReady()
    },
    end: (): void => keepToken(key, null),
  }
}
