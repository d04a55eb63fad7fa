import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useChangeEvents, useSocketClient } from '#web/lib/realtime/socket.ts'
import { useSession, useSessionClient } from '#web/lib/session/session.ts'
import { useCompanySettingsChanges } from '#web/queries/company-settings.ts'

const sessionEvents = ['company.access_changed', 'session.changed', 'refetch']

/**
 * Keeps a signed-in page true: real-time line per company, session refetched when access changes, and the way to sign-in
 * for whoever signed out. A page that waits (`ended`) for someone to sign in again reads again when they did.
 */
export const useLiveSession = (ended: boolean): { leave: () => void } => {
  const client = useSessionClient()
  const socket = useSocketClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { status, data } = useSession()
  const line = data ? `${data.user.id} ${data.user.currentCompany?.id ?? null}` : null
  const waited = useRef(false)

  useChangeEvents(({ event }) => {
    if (sessionEvents.includes(event)) void client.refetch()
  })

  useCompanySettingsChanges()

  useEffect(() => {
    if (!line) return
    void socket.connect()
    return socket.disconnect
  }, [socket, line])

  useEffect(() => {
    if (waited.current && !ended) void queryClient.invalidateQueries()
    waited.current = ended
  }, [ended, queryClient])

  const leave = useCallback(() => {
    queryClient.clear()
    const isWanted = client.signedOut() !== 'here'
    const search = isWanted ? { error: 'SessionRequired', callbackUrl: router.state.location.href } : {}
    void router.navigate({ to: '/signin', search, ignoreBlocker: true })
  }, [client, router, queryClient])

  useEffect(() => {
    if (status === 'unauthenticated' && !ended) leave()
  }, [status, ended, leave])

  return { leave }
}
