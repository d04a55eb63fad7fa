import { CatchBoundary } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useSettings } from '#web/components/page/settings-provider.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { whenIdle } from '#web/lib/ui/when-idle.ts'
import { PlacesProvider, usePlaces } from './places.tsx'

const Inbox = lazy(() => import('./inbox.tsx').then((module) => ({ default: module.Inbox })))

/** The rest of the product works without its inbox. React has told the console why it is not there. */
const NoInbox = () => null

/**
 * Loads the inbox of the signed-in person once the page has come to rest, and shows its parts in the places that are
 * inside. Where the installation has no inbox the places stay as they are; whoever is here as someone else has none.
 */
export const InboxHost = ({ children }: { children: ReactNode }) => {
  const { data: session } = useSession()
  const { notifications: source } = useSettings()
  const { places, put } = usePlaces()
  const [isIdle, setIdle] = useState(false)
  const [isReady, setReady] = useState(false)
  const noteReady = useCallback(() => setReady(true), [])
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const isExpected = session?.user.subscriberId !== ''
  const context = useMemo(() => ({ isReady, isExpected, put }), [isReady, isExpected, put])
  return (
    <PlacesProvider value={context}>
      {children}
      {session && isExpected && source && isIdle ? (
        <CatchBoundary getResetKey={() => session.user.subscriberId} errorComponent={NoInbox}>
          <Suspense fallback={null}>
            <Inbox source={source} places={places} onReady={noteReady} />
          </Suspense>
        </CatchBoundary>
      ) : null}
    </PlacesProvider>
  )
}
