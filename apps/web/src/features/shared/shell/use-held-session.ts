import { useMemo, useState } from 'react'
import { type Session, type SessionClient, useSession, useSessionClient } from '#web/lib/session/session.ts'
import { hasUnsaved } from '#web/lib/ui/unsaved.ts'

type Held = {
  /** Whoever the page was opened by; null while no one is known, or when the page is to be left. */
  session: Session | null
  /** For the page, which goes on as it was while its session has ended. */
  client: SessionClient
  /** The session has ended, and the page waits for whoever signs in again. */
  ended: boolean
}

/**
 * The session of a page that outlives it: when it ends automatically the page stays, with what was typed, until the person
 * signs in again. Whoever signed out has left the page; in another tab, they have left one where nothing is unsaved.
 */
export const useHeldSession = (): Held => {
  const client = useSessionClient()
  const { status, data } = useSession()
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const by = client.signedOut()
  const isLeft = by === 'here' || (by === 'elsewhere' && !hasUnsaved())
  const ended = status === 'unauthenticated' && last !== null && !isLeft
  const held = useMemo((): SessionClient => {
    if (!ended || !last) return client
    const state = { status: 'authenticated', data: last } as const
    return { ...client, state: () => state }
  }, [client, ended, last])
  return { session: data ?? (ended ? last : null), client: held, ended }
}
