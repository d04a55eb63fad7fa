import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession, useSessionClient } from '../../lib/session.ts'
import { useHints, useSocketClient } from '../../lib/socket.ts'

const sessionEvents = ['company.access_changed', 'session.changed', 'refetch']

/**
 * Keeps a signed-in page true: real-time line per company, session refetched when access changes, data dropped when
 * another tab switched the company, and the way back to sign-in when the session ended.
 */
export const useLiveSession = (): void => {
  const client = useSessionClient()
  const socket = useSocketClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { status, data } = useSession()
  const companyId = data?.user.currentCompany?.id ?? null
  const line = data ? `${data.user.id} ${companyId}` : null
  const shown = useRef(companyId)

  useHints(({ event }) => {
    if (sessionEvents.includes(event)) void client.refetch()
  })

  useEffect(() => {
    if (!line) return
    void socket.connect()
    return socket.disconnect
  }, [socket, line])

  useEffect(() => {
    if (shown.current === companyId) return
    shown.current = companyId
    void queryClient.resetQueries()
  }, [companyId, queryClient])

  useEffect(() => {
    if (status !== 'unauthenticated') return
    queryClient.clear()
    const search = client.signedOut() ? {} : { error: 'SessionRequired', callbackUrl: router.state.location.href }
    void router.navigate({ to: '/signin', search })
  }, [status, client, router, queryClient])
}
