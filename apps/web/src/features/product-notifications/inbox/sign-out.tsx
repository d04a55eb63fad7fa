import { useNovuContext } from '@recado/inbox'
import { useEffect } from 'react'
import { useSessionClient } from '#web/lib/session/session.ts'

/** When the session ends, so does that of the inbox: its token must not stay in this browser. */
export const SignOut = () => {
  const session = useSessionClient()
  const { logout } = useNovuContext()
  useEffect(() => session.subscribe(() => session.state().status === 'unauthenticated' && logout()), [session, logout])
  return null
}
