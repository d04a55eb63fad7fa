import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { createTexts } from '../i18n/i18n.ts'
import { createSocketClient, type SocketClient } from '../realtime/socket.ts'
import { createSessionClient, type SessionClient } from '../session/session.ts'
import { toastError, toastInfo } from '../ui/toasts.ts'
import { connectApi } from './api.ts'
import { createQueryClient } from './query-client.ts'

/** Everything that lives as long as the page and that screens share. */
export type Services = { texts: i18n; queryClient: QueryClient; session: SessionClient; socket: SocketClient }

const sessionPollSeconds = 300

/** What was read for one person in one company is nothing for another. */
const dropWithPlace = (session: SessionClient, queryClient: QueryClient): void => {
  const placeNow = () => {
    const user = session.state().data?.user
    return user ? `${user.id} ${user.currentCompany?.id ?? ''}` : null
  }
  // The session may be there already.
  let place = placeNow()
  session.subscribe(() => {
    const next = placeNow()
    if (next === null) return
    if (place !== null && place !== next) void queryClient.resetQueries()
    place = next
  })
}

/** Makes the shared services and wires them: the API learns the company from the session, errors become toasts. */
export const createServices = async (): Promise<Services> => {
  const session = createSessionClient({ pollSeconds: sessionPollSeconds })
  // It comes together with the texts, not after them.
  void session.load()
  const texts = await createTexts()
  const queryClient = createQueryClient((error) => toastError(texts, error))
  dropWithPlace(session, queryClient)
  connectApi({
    company: session.company,
    companyVersion: () => session.state().data?.user.currentCompany?.id ?? null,
    onStaleCompany: () => {
      toastInfo(texts.t('shell.staleCompany'), 'stale-company')
      void session.refetch()
    },
    onSessionChanged: () => {
      if (session.state().status === 'authenticated') void session.refetch()
    },
  })
  return { texts, queryClient, session, socket: createSocketClient(session.company) }
}
