import type { InboxSocket } from '../client/socket.ts'
import type { ConnectionStatus } from '../client/types.ts'
import type { IFetchingStrategy } from '../client/wire.ts'
import { useInbox, useInboxState } from './context.ts'

export interface INovuContext {
  applicationIdentifier: string | undefined
  subscriberId: string | undefined
  subscriberHash: string | null | undefined
  backendUrl: string
  socketUrl: string
  isSessionInitialized: boolean
  fetchingStrategy: IFetchingStrategy
  setFetchingStrategy(strategy: Partial<IFetchingStrategy>): void
  /** Ends the session: the token is removed, the socket closed, and nothing stays on screen. */
  logout(): void
}

/** The session of the provider above. */
export function useNovuContext(): INovuContext {
  const inbox = useInbox()
  const isSessionInitialized = useInboxState((state) => state.session.status === 'ready')
  const fetchingStrategy = useInboxState((state) => state.strategy)
  const { applicationIdentifier, subscriberId, subscriberHash, backendUrl, socketUrl = backendUrl } = inbox.options
  return {
    applicationIdentifier,
    subscriberId,
    subscriberHash,
    backendUrl,
    socketUrl,
    isSessionInitialized,
    fetchingStrategy,
    setFetchingStrategy: inbox.setStrategy,
    logout: inbox.logout,
  }
}

/** The socket of the session, once it is open. */
export function useSocket(): { socket: InboxSocket | undefined } {
  const inbox = useInbox()
  return { socket: useInboxState(() => inbox.getSocket()) }
}

/** Whether changes of elsewhere are heard of at once. */
export const useConnectionStatus = (): ConnectionStatus => useInboxState((state) => state.connection)
