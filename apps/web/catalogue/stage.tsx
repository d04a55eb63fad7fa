import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Toasts } from '#web/components/feedback/toasts.tsx'
import { UnsavedGuard } from '#web/features/shared/shell/unsaved-guard.tsx'
import { createSessionClient, SessionContext } from '#web/lib/session/session.ts'
import { returnFocus } from '#web/lib/ui/focus-return.ts'
import { sessionOf } from '#web/test/sessions.ts'
import classes from './catalogue.module.css'
import type { Part } from './part.ts'

const createPlace = () => {
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  const data = sessionOf()
  const state = { status: 'authenticated', data } as const
  const client = createSessionClient({ pollSeconds: 0 })
  // Parts are given what they show: nothing is asked of a server.
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  return { router, session: { ...client, state: () => state }, queries }
}

/** One component in one of its states, as on a page of the app: signed in, and with links that lead nowhere. */
export const Stage = ({ part, state }: { part: Part; state: string }) => {
  const [{ router, session, queries }] = useState(createPlace)
  useEffect(returnFocus, [])
  const Shown = part.states[state] ?? Object.values(part.states)[0]
  return (
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterContextProvider router={router}>
          <Toasts />
          <main className={classes.stage}>{Shown ? <Shown /> : null}</main>
          <UnsavedGuard />
        </RouterContextProvider>
      </SessionContext>
    </QueryClientProvider>
  )
}
