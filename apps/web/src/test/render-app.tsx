import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '#web/app.tsx'
import { createServices } from '#web/lib/api/services.ts'
import { createSocketClient, type SocketStatus } from '#web/lib/realtime/socket.ts'
import type { Session } from '#web/lib/session/session.ts'
import { createAppRouter } from '#web/router.ts'
import { type FakeRoute, fakeServer } from './fake-server.ts'

type Options = {
  session?: Session | null
  routes?: FakeRoute[]
  language?: 'en' | 'pt'
  /** What the real-time line is like. */
  line?: SocketStatus
  /** The page fails before its first screen is there. */
  fails?: boolean
}

/**
 * The whole app at a path, with a fake network and no socket; waits until the first screen is there. What fails is tried
 * as often as ever, without the pauses.
 */
export const renderApp = async (
  path: string,
  { session = null, routes = [], language = 'en', line = 'off', fails = false }: Options = {},
) => {
  localStorage.setItem('locale', language)
  const server = fakeServer(session, routes)
  const socket = { ...createSocketClient(), connect: async () => {}, disconnect: () => {}, status: () => line }
  const services = { ...(await createServices()), socket }
  const { queries, ...others } = services.queryClient.getDefaultOptions()
  services.queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 10 } })
  await services.texts.loadNamespaces(['errors', 'validation'])
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter(services, history)
  const view = render(<App services={services} router={router} env="test" />)
  if (!fails) await screen.findByRole('main')
  return { ...view, server, services, router, user: userEvent.setup({ delay: null }) }
}
