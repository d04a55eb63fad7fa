import type { Ability } from '@recado/contracts/abilities'
import type { Session } from '@recado/contracts/auth'
import { createContext, useContext, useSyncExternalStore } from 'react'

export type { Session } from '@recado/contracts/auth'

export type SessionState =
  | { status: 'loading'; data: null }
  | { status: 'authenticated'; data: Session }
  | { status: 'unauthenticated'; data: null }

export type Provider = { id: string; name: string; type: string; signinUrl: string; callbackUrl: string }
export type SignInResult = { error: string | null; status: number; ok: boolean; url: string | null }

type Options = { basePath?: string; pollSeconds?: number; refetchOnFocus?: boolean }

const broadcastKey = 'nextauth.message'
const now = (): number => Math.floor(Date.now() / 1000)
const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields),
})

/** A session client that speaks the NextAuth v4 wire protocol (https://next-auth.js.org/getting-started/rest-api). */
export const createSessionClient = ({ basePath = '/api/auth', pollSeconds = 0, refetchOnFocus = true }: Options = {}) => {
  let state: SessionState = { status: 'loading', data: null }
  let lastSync = 0
  let leftOnPurpose = false
  let pending: Promise<Session | null> | null = null
  const listeners = new Set<() => void>()

  const set = (data: Session | null): void => {
    lastSync = now()
    if (data) leftOnPurpose = false
    state = data ? { status: 'authenticated', data } : { status: 'unauthenticated', data: null }
    for (const listener of listeners) listener()
  }

  const log = (level: 'error' | 'warn' | 'debug', code: string, details: Record<string, string>): void => {
    const body = new URLSearchParams({ level, code, ...details })
    if (navigator.sendBeacon?.(`${basePath}/_log`, body)) return
    fetch(`${basePath}/_log`, { method: 'POST', body, keepalive: true }).catch(() => {})
  }

  const getJson = async <T>(path: string, init?: RequestInit): Promise<T | null> => {
    const url = `${basePath}/${path}`
    try {
      const response = await fetch(url, { credentials: 'same-origin', ...init })
      const body: unknown = await response.json()
      if (!response.ok) throw new Error(`${response.status}`)
      return body && Object.keys(body).length > 0 ? (body as T) : null
    } catch (error) {
      log('error', 'CLIENT_FETCH_ERROR', { url, message: error instanceof Error ? error.message : String(error) })
      return null
    }
  }

  const broadcast = (trigger: string): void => {
    const message = JSON.stringify({ event: 'session', data: { trigger }, timestamp: now() })
    try {
      localStorage.setItem(broadcastKey, message)
    } catch {
      // Storage may be full or forbidden: other tabs then learn by focus.
    }
  }

  const getSession = async ({ silent = false } = {}): Promise<Session | null> => {
    const data = await getJson<Session>('session')
    if (!silent) broadcast('getSession')
    set(data)
    return data
  }

  const refetch = (): Promise<Session | null> => {
    pending ??= getSession({ silent: true }).finally(() => {
      pending = null
    })
    return pending
  }

  const csrfToken = async (): Promise<string> => (await getJson<{ csrfToken: string }>('csrf'))?.csrfToken ?? ''

  const getProviders = () => getJson<Record<string, Provider>>('providers')

  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${basePath}/${path}`, form({ csrfToken: await csrfToken(), json: 'true', ...fields }))
    const body = (await response.json().catch(() => ({}))) as { url?: string }
    return { response, url: body.url ?? null }
  }

  const leave = (url: string, status: number): SignInResult => {
    window.location.assign(url)
    return { error: null, status, ok: status < 400, url }
  }

  /**
   * Credentials answer with a result; other providers leave the page for the provider's. Without an answer about
   * providers the browser goes to the error page, for one that is unknown to the sign-in page.
   */
  const signIn = async (provider: string, fields: Record<string, string> = {}): Promise<SignInResult> => {
    const callbackUrl = fields.callbackUrl ?? window.location.href
    const providers = await getProviders()
    if (!providers) return leave(`${basePath}/error`, 0)
    const type = providers[provider]?.type
    if (!type) return leave(`${basePath}/signin?${new URLSearchParams({ callbackUrl })}`, 0)
    const path = type === 'credentials' ? `callback/${provider}` : `signin/${provider}`
    const { response, url } = await post(path, { callbackUrl, ...fields })
    if (type !== 'credentials') return leave(url ?? callbackUrl, response.status)
    const error = url ? new URL(url, window.location.origin).searchParams.get('error') : 'Default'
    if (response.ok && !error) {
      await refetch()
      broadcast('signIn')
    }
    return { error, status: response.status, ok: response.ok, url: error ? null : url }
  }

  const signOut = async (): Promise<void> => {
    await post('signout', { callbackUrl: window.location.origin })
    broadcast('signout')
    leftOnPurpose = true
    set(null)
  }

  /** Sends a change of the session (company switch, leaving impersonation) and takes over what the server made of it. */
  const update = async (data: Record<string, unknown>): Promise<Session | null> => {
    const body = JSON.stringify({ csrfToken: await csrfToken(), data })
    const headers = { 'content-type': 'application/json' }
    const session = await getJson<Session>('session', { method: 'POST', headers, body })
    if (session) {
      set(session)
      broadcast('getSession')
    }
    return session
  }

  const start = (): (() => void) => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refetch()
    }
    const onFocus = () => {
      if (refetchOnFocus && now() > lastSync) void refetch()
    }
    const onStorage = (event: StorageEvent) => {
      if (event.key === broadcastKey && event.newValue) void refetch()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onFocus)
    window.addEventListener('storage', onStorage)
    const timer = pollSeconds > 0 ? setInterval(() => state.data && void refetch(), pollSeconds * 1000) : undefined
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('storage', onStorage)
      clearInterval(timer)
    }
  }

  return {
    /** The session, asked for once and then remembered until something refetches it. */
    load: async (): Promise<Session | null> => (state.status === 'loading' ? refetch() : state.data),
    state: () => state,
    /** Whether the person signed out here, rather than losing the session. */
    signedOut: () => leftOnPurpose,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSession,
    refetch,
    csrfToken,
    getProviders,
    signIn,
    signOut,
    update,
    log,
    start,
  }
}

export type SessionClient = ReturnType<typeof createSessionClient>

export const SessionContext = createContext<SessionClient | null>(null)

/** The session client of this app. */
export const useSessionClient = (): SessionClient => {
  const client = useContext(SessionContext)
  if (!client) throw new Error('useSession must be used within a SessionContext')
  return client
}

/** `{status, data}` of the session, kept up to date. */
export const useSession = (): SessionState => {
  const client = useSessionClient()
  return useSyncExternalStore(client.subscribe, client.state)
}

/** The session inside pages that the guard protects. Throws outside of them. */
export const useSignedIn = (): Session => {
  const { data } = useSession()
  if (!data) throw new Error('Only pages behind the session guard may use useSignedIn')
  return data
}

/** Whether the signed-in person may do something. The list comes with the session: there is no second rule book here. */
export const useCan = (): ((ability: Ability) => boolean) => {
  const { data } = useSession()
  return (ability) => data?.abilities.includes(ability) ?? false
}
