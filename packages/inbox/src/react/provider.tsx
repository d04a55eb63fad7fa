import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createInbox } from '../client/inbox.ts'
import type { Inbox } from '../client/types.ts'
import type { IFetchingStrategy, IMessage, IOrganizationEntity, IStore } from '../client/wire.ts'
import { StylesProvider } from '../theme/styles.tsx'
import type { INotificationCenterStyles } from '../theme/types.ts'
import { InboxContext, useInbox, useInboxState } from './context.ts'
import { StoresProvider, useStores } from './stores.tsx'
import { type ITranslationEntry, TranslationsProvider } from './translations.tsx'
import { useWatchedFeed } from './use-watched-feed.ts'

export interface INovuProviderProps {
  children?: ReactNode
  /** Of the environment; public. */
  applicationIdentifier?: string | undefined
  /** Whose notifications are shown. Until it is there nothing is asked of the server. */
  subscriberId?: string | undefined
  /** HMAC of the subscriber id, when the environment asks for it. */
  subscriberHash?: string | null | undefined
  /** Where the service answers, without `/v1`: the address of the page itself unless given. */
  backendUrl?: string | undefined
  /** Where its socket listens: `backendUrl` unless given. */
  socketUrl?: string | undefined
  /** Lists that tabs show, or that a page switches between. Read by identity: keep it outside of the component. */
  stores?: readonly IStore[] | undefined
  /** The code of a language, or texts of the host. */
  i18n?: string | ITranslationEntry | undefined
  styles?: INotificationCenterStyles | undefined
  /** What is asked of the server without being shown. Read once. */
  initialFetchingStrategy?: Partial<IFetchingStrategy> | undefined
  /** Notifications of a page of a list, 1 to 100. Read once. */
  pageSize?: number | undefined
  onLoad?: ((data: { organization: IOrganizationEntity }) => void) | undefined
  /** A notification arrived while this page was open. */
  onNotificationReceived?: ((message: IMessage) => void) | undefined
}

/**
 * Holds the inbox of one subscriber for all that stands inside. With another subscriber, application, hash or address
 * the former session ends, and nothing that it showed stays.
 */
export function NovuProvider(props: INovuProviderProps) {
  const { applicationIdentifier, subscriberId, subscriberHash, backendUrl = '', socketUrl } = props
  const { initialFetchingStrategy, pageSize } = props
  const [first] = useState({ initialFetchingStrategy, pageSize })
  const inbox = useMemo(
    () =>
      createInbox({
        backendUrl,
        ...(socketUrl === undefined ? {} : { socketUrl }),
        ...(applicationIdentifier === undefined ? {} : { applicationIdentifier }),
        ...(subscriberId === undefined ? {} : { subscriberId }),
        ...(subscriberHash === undefined ? {} : { subscriberHash }),
        ...(first.initialFetchingStrategy ? { fetchingStrategy: first.initialFetchingStrategy } : {}),
        ...(first.pageSize === undefined ? {} : { pageSize: first.pageSize }),
      }),
    [applicationIdentifier, subscriberId, subscriberHash, backendUrl, socketUrl, first],
  )
  useLife(inbox)
  return (
    <InboxContext.Provider value={inbox}>
      <TranslationsProvider i18n={props.i18n}>
        <StylesProvider styles={props.styles}>
          <StoresProvider stores={props.stores}>
            <HostCallbacks onLoad={props.onLoad} onNotificationReceived={props.onNotificationReceived} />
            <FetchedList />
            {props.children}
          </StoresProvider>
        </StylesProvider>
      </TranslationsProvider>
    </InboxContext.Provider>
  )
}

/** Runs an inbox while it is mounted; one that gives way to another is logged out, and leaves only its strategy. */
function useLife(inbox: Inbox) {
  const running = useRef<Inbox | null>(null)
  useEffect(() => {
    const before = running.current
    if (before && before !== inbox) {
      inbox.setStrategy(before.getState().strategy)
      before.logout()
    }
    running.current = inbox
    inbox.start()
    return () => inbox.stop()
  }, [inbox])
}

/** Tells the host what the inbox hears. */
function HostCallbacks(props: Pick<INovuProviderProps, 'onLoad' | 'onNotificationReceived'>) {
  const inbox = useInbox()
  const organization = useInboxState((state) => state.organization.data)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const isLoaded = organization !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once an inbox, with the organization known by then
  useEffect(() => {
    if (organization) latest.current.onLoad?.({ organization })
  }, [inbox, isLoaded])
  useEffect(
    () => inbox.on('notificationReceived', (message) => latest.current.onNotificationReceived?.(message)),
    [inbox],
  )
  return null
}

/** Keeps the list that is chosen read even while nothing shows it, when the strategy asks for that. */
function FetchedList() {
  const { storeQuery } = useStores()
  useWatchedFeed(
    storeQuery,
    useInboxState((state) => state.strategy.fetchNotifications),
  )
  return null
}
