import { asError, InboxError } from './errors.ts'
import { type Call, callWidget } from './http.ts'
import type { InboxEvents, InboxOptions, InboxState, Loaded } from './types.ts'

export const nothing: Loaded<never> = { data: undefined, error: null, isLoading: false, isFetching: false }

const noFeeds = new Map<string, never>()

/** What is known before anything was asked. */
export const emptyState = (options: InboxOptions): InboxState => ({
  session: { status: 'idle', profile: undefined, token: undefined, error: null },
  connection: 'none',
  strategy: {
    fetchUnseenCount: true,
    fetchUnreadCount: true,
    fetchOrganization: true,
    fetchNotifications: false,
    fetchUserPreferences: false,
    fetchUserGlobalPreferences: false,
    ...options.fetchingStrategy,
  },
  organization: nothing,
  unseen: nothing,
  unread: nothing,
  feeds: noFeeds,
  feedCounts: noFeeds,
  preferences: nothing,
  globalPreferences: nothing,
  preferenceUpdate: null,
})

const doubling = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000)
/** What is not there will not be there in a moment; what was given up on purpose is not wanted. */
const isFinal = (error: unknown) =>
  error instanceof InboxError && (error.code === 'ERR_CANCELED' || error.status === 404)

/** Rejects with the end of the life that it began in. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer)
      reject(new InboxError('canceled', 'ERR_CANCELED'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      resolve()
    }, ms)
    signal.addEventListener('abort', cancel)
  })

const resting = <T>(loaded: Loaded<T>): Loaded<T> =>
  loaded.isFetching ? { ...loaded, isFetching: false, isLoading: false } : loaded

type Listeners = { [K in keyof InboxEvents]: Set<InboxEvents[K]> }

/** Who listens to what. */
const createEvents = () => {
  const listeners: Listeners = {
    notificationReceived: new Set(),
    unseenCountChanged: new Set(),
    unreadCountChanged: new Set(),
  }
  return {
    on<K extends keyof InboxEvents>(event: K, listener: InboxEvents[K]) {
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    emit<K extends keyof InboxEvents>(event: K, ...args: Parameters<InboxEvents[K]>) {
      for (const listener of [...listeners[event]] as ((...args: Parameters<InboxEvents[K]>) => void)[]) {
        listener(...args)
      }
    },
  }
}

type Place<T> = { get: () => Loaded<T>; put: (value: Loaded<T>) => void; read: () => Promise<T> }
type Reading = { readonly signal: AbortSignal; retrying: <T>(work: () => Promise<T>) => Promise<T> }

/**
 * Reads something into one place of the state. A second call while one is under way leads to one more reading
 * after it, so that what is shown was never read before it was asked for.
 */
const createReader = <T>(core: Reading, { get, put, read }: Place<T>) => {
  let running: { signal: AbortSignal; done: Promise<void> } | null = null
  let again = false
  const run = async (signal: AbortSignal): Promise<void> => {
    do {
      again = false
      put({ ...get(), isFetching: true, isLoading: get().data === undefined })
      try {
        const data = await core.retrying(read)
        if (signal.aborted) return
        put({ data, error: null, isFetching: false, isLoading: false })
      } catch (error) {
        if (signal.aborted) return
        put({ ...get(), error: asError(error), isFetching: false, isLoading: false })
      }
    } while (again)
  }
  return (): Promise<void> => {
    const { signal } = core
    if (running?.signal === signal) {
      again = true
      return running.done
    }
    const done = run(signal).finally(() => {
      if (running?.done === done) running = null
    })
    running = { signal, done }
    return done
  }
}

/** What all parts of an inbox stand on: its state, who listens, and calls that carry the session. */
export const createCore = (options: InboxOptions) => {
  let state = emptyState(options)
  let life = new AbortController()
  const watchers = new Set<() => void>()
  const events = createEvents()

  const set = (patch: Partial<InboxState>) => {
    state = { ...state, ...patch }
    for (const watcher of [...watchers]) watcher()
  }

  const core = {
    options,
    get state() {
      return state
    },
    set,
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    on: events.on,
    emit: events.emit,

    /** Ends with the life that it began in. */
    get signal() {
      return life.signal
    },
    /** Gives up what is under way; what is known stays. */
    endLife() {
      life.abort()
      life = new AbortController()
      const { organization, unseen, unread, preferences, globalPreferences, feedCounts } = state
      set({
        organization: resting(organization),
        unseen: resting(unseen),
        unread: resting(unread),
        preferences: resting(preferences),
        globalPreferences: resting(globalPreferences),
        feedCounts: new Map([...feedCounts].map(([key, count]) => [key, resting(count)])),
      })
    },

    /** Renews the session after the server no longer accepts its token; set by the session. */
    renew: async (_token: string): Promise<void> => {},

    /**
     * A call with the token of the session. A token that is no longer accepted is renewed once. Only a reading is given
     * up with the life that it began in: what a person changed just before the page went on must arrive.
     */
    async call(call: Omit<Call, 'token' | 'signal'>): Promise<unknown> {
      const own = life.signal
      const signal = call.method === 'GET' ? own : undefined
      const { token } = state.session
      if (!token) throw new InboxError('The session has not begun', 'ERR_BAD_REQUEST', 401)
      try {
        return await callWidget(options.backendUrl, { ...call, token, signal })
      } catch (error) {
        if (!(error instanceof InboxError) || error.status !== 401 || own.aborted) throw error
        await core.renew(token)
        return callWidget(options.backendUrl, { ...call, token: state.session.token, signal })
      }
    },
    /** The answer without its envelope. */
    async data<T>(call: Omit<Call, 'token' | 'signal'>): Promise<T> {
      return ((await core.call(call)) as { data: T }).data
    },

    /** Tries again what failed. */
    async retrying<T>(work: () => Promise<T>): Promise<T> {
      const signal = life.signal
      const { retries = 3, delay = doubling } = options.retry ?? {}
      for (let attempt = 0; ; attempt++) {
        try {
          return await work()
        } catch (error) {
          if (attempt >= retries || isFinal(error)) throw error
          await pause(delay(attempt), signal)
        }
      }
    },

    /** Reads something into one place of the state. */
    reader: <T>(get: () => Loaded<T>, put: (value: Loaded<T>) => void, read: () => Promise<T>) =>
      createReader(core, { get, put, read }),
  }
  return core
}

export type Core = ReturnType<typeof createCore>
