import type { Ability } from '@recado/contracts/abilities'
import { companyHeader, type Session } from '@recado/contracts/identity/auth'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { type AuthWire, createAuthWire } from '../api/auth-wire.ts'
import { readDatesAs } from '../i18n/dates.ts'
import { createTabCompany } from './tab-company.ts'

export type { Session } from '@recado/contracts/identity/auth'

export type SessionState =
  | { status: 'loading'; data: null }
  | { status: 'authenticated'; data: Session }
  | { status: 'unauthenticated'; data: null }

export type SignInResult = { error: string | null; status: number; ok: boolean; url: string | null }

type Options = { basePath?: string; pollSeconds?: number; refetchOnFocus?: boolean }

const broadcastKey = 'nextauth.message'
const now = (): number => Math.floor(Date.now() / 1000)

const broadcast = (trigger: string): void => {
  const message = JSON.stringify({ event: 'session', data: { trigger }, timestamp: now() })
  try {
    localStorage.setItem(broadcastKey, message)
  } catch {
    // Storage may be full or forbidden: other tabs then learn by focus.
  }
}

const isSignOut = (message: string): boolean => {
  try {
    return (JSON.parse(message) as { data?: { trigger?: unknown } } | null)?.data?.trigger === 'signout'
  } catch {
    return false
  }
}

const leave = (url: string, status: number): SignInResult => {
  window.location.assign(url)
  return { error: null, status, ok: status < 400, url }
}

/**
 * Credentials answer with a result; other providers leave the page for the provider's. Without an answer about
 * providers the browser goes to the error page, for one that is unknown to the sign-in page.
 */
const signInBy = async (wire: AuthWire, basePath: string, provider: string, fields: Record<string, string>) => {
  const callbackUrl = fields['callbackUrl'] ?? window.location.href
  const providers = await wire.getProviders()
  if (!providers) return leave(`${basePath}/error`, 0)
  const type = providers[provider]?.type
  if (!type) return leave(`${basePath}/signin?${new URLSearchParams({ callbackUrl })}`, 0)
  const path = type === 'credentials' ? `callback/${provider}` : `signin/${provider}`
  const { response, url } = await wire.post(path, { callbackUrl, ...fields })
  if (type !== 'credentials') return leave(url ?? callbackUrl, response.status)
  const error = url ? new URL(url, window.location.origin).searchParams.get('error') : 'Default'
  return { error, status: response.status, ok: response.ok, url: error ? null : url }
}

/** The company that a session works in, or would if its rules let it. */
const companyOf = ({ user, barred }: Session): string | null => user.currentCompany?.id ?? barred?.id ?? null

type Watch = {
  ask: () => void
  refetch: () => void
  /** Whether the window's focus is a reason to ask. */
  isStale: () => boolean
  isKnown: () => boolean
  signedOutElsewhere: () => void
  followLinks: (signal: AbortSignal) => void
  pollSeconds: number
}

/** Asks for the session when the tab becomes visible or focused, when another tab says so, and now and then. */
const watchTab = ({
  ask,
  refetch,
  isStale,
  isKnown,
  signedOutElsewhere,
  followLinks,
  pollSeconds,
}: Watch): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  const onVisible = () => document.visibilityState === 'visible' && ask()
  const onFocus = () => isStale() && ask()
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== broadcastKey || !newValue) return
    if (isSignOut(newValue)) signedOutElsewhere()
    refetch()
  }
  followLinks(signal)
  document.addEventListener('visibilitychange', onVisible, { signal })
  window.addEventListener('focus', onFocus, { signal })
  window.addEventListener('storage', onStorage, { signal })
  const timer = pollSeconds > 0 ? setInterval(() => isKnown() && ask(), pollSeconds * 1000) : undefined
  signal.addEventListener('abort', () => clearInterval(timer))
  return () => stop.abort()
}

/** What several askers at a time share: one run of `read`. */
const sharing = <T>(read: () => Promise<T>) => {
  let pending: Promise<T> | null = null
  return (): Promise<T> => {
    pending ??= read().finally(() => {
      pending = null
    })
    return pending
  }
}

type TabCompany = ReturnType<typeof createTabCompany>

/** What this tab knows of the session, and who wants to hear of it. */
const createKnown = (tab: TabCompany) => {
  let state: SessionState = { status: 'loading', data: null }
  let lastSync = 0
  let left: 'here' | 'elsewhere' | null = null
  let news = 0
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    set: (data: Session | null): void => {
      lastSync = now()
      if (data) left = null
      const companyId = data && companyOf(data)
      if (companyId) tab.set({ userId: data.user.id, companyId })
      readDatesAs(data?.user && { ...data.user.preferences, timeZone: data.user.timezone })
      state = data ? { status: 'authenticated', data } : { status: 'unauthenticated', data: null }
      for (const listener of listeners) listener()
    },
    isStale: () => now() > lastSync,
    left: () => left,
    leave: (where: 'here' | 'elsewhere'): void => {
      left = where
    },
    /** How often the tab has heard that the session changed: an answer on its way then says what was before. */
    news: () => news,
    hear: (): void => {
      news += 1
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const naming = (tab: TabCompany): Record<string, string> => {
  const named = tab.get()
  return named ? { [companyHeader]: named.companyId } : {}
}

/** Asks the server for the session in the tab's company, and once more where that changed or is theirs no more. */
const readSession = async (
  wire: AuthWire,
  tab: TabCompany,
  known: ReturnType<typeof createKnown>,
): Promise<Session | null> => {
  let failed = false
  const named = tab.get()
  const news = known.news()
  /** Whether the tab's company is of someone else, or, on opening a page, is theirs no more. */
  const isPast = (data: Session): boolean =>
    named !== null && (named.userId !== data.user.id || (known.state().status === 'loading' && !companyOf(data)))
  const data = await wire.getJson<Session>('session', { headers: naming(tab) }, () => {
    failed = true
  })
  if (named !== tab.get() || news !== known.news()) return readSession(wire, tab, known)
  if (data && isPast(data)) {
    tab.set(null)
    return readSession(wire, tab, known)
  }
  if (!failed || !known.state().data) known.set(data)
  return data
}

/** A session client that speaks the NextAuth v4 wire protocol and remembers the session of this tab, and its company. */
export const createSessionClient = (options: Options = {}) => {
  const { basePath = '/api/auth', pollSeconds = 0, refetchOnFocus = true } = options
  const wire = createAuthWire(basePath)
  const tab = createTabCompany()
  const known = createKnown(tab)

  /**
   * Asks the server; several askers at a time share one answer. When there is no answer a session that is known stays:
   * a broken connection signs no one out.
   */
  const ask = sharing(() => readSession(wire, tab, known))

  /** Asks because the session may have changed: the answer is no older than the call. */
  const refetch = (): Promise<Session | null> => {
    known.hear()
    return ask()
  }

  /** Like `refetch`, and tells the other tabs to do the same. */
  const getSession = async (): Promise<Session | null> => {
    const data = await refetch()
    broadcast('getSession')
    return data
  }

  const signIn = async (provider: string, fields: Record<string, string> = {}): Promise<SignInResult> => {
    const result = await signInBy(wire, basePath, provider, fields)
    if (result.ok && !result.error && result.status !== 0) {
      await refetch()
      broadcast('signIn')
    }
    return result
  }

  const signOut = async (): Promise<void> => {
    await wire.post('signout', { callbackUrl: window.location.origin })
    broadcast('signout')
    known.leave('here')
    known.hear()
    tab.set(null)
    known.set(null)
  }

  /** Sends a change of the session (company switch, leaving impersonation) and takes over what the server made of it. */
  const update = async (data: Record<string, unknown>): Promise<Session | null> => {
    const body = JSON.stringify({ csrfToken: await wire.csrfToken(), data })
    const headers = { 'content-type': 'application/json', ...naming(tab) }
    const session = await wire.getJson<Session>('session', { method: 'POST', headers, body })
    if (session) {
      known.set(session)
      broadcast('getSession')
    }
    return session
  }

  /** Makes a company this tab's that the person has just founded or joined. */
  const enter = (companyId: string): Promise<Session | null> => {
    const { data } = known.state()
    if (data) tab.set({ userId: data.user.id, companyId })
    return getSession()
  }

  const start = (): (() => void) =>
    watchTab({
      ask: () => void ask(),
      refetch: () => void refetch(),
      isStale: () => refetchOnFocus && known.isStale(),
      isKnown: () => known.state().data !== null,
      signedOutElsewhere: () => known.leave('elsewhere'),
      followLinks: tab.followLinks,
      pollSeconds,
    })

  return {
    /** The session, asked for once and then remembered until something refetches it. */
    load: async (): Promise<Session | null> => {
      const { status, data } = known.state()
      return status === 'loading' ? ask() : data
    },
    state: known.state,
    /** The company of this tab, which each of its requests names. */
    company: () => tab.get()?.companyId ?? null,
    enter,
    /** Where the person signed out, in this tab or in another; null when the session ended automatically. */
    signedOut: known.left,
    subscribe: known.subscribe,
    getSession,
    refetch,
    getProviders: wire.getProviders,
    csrfToken: wire.csrfToken,
    log: wire.log,
    signIn,
    signOut,
    update,
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
