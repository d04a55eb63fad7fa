import type { Ability } from '@recado/contracts/abilities'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { PageError } from './components/page/page-error.tsx'
import { PageNotFound } from './components/page/page-not-found.tsx'
import { Preloader } from './components/page/preloader.tsx'
import type { Services } from './lib/api/services.ts'
import { routeTree } from './routeTree.gen.ts'

/** The router of the app; tests pass a memory history. */
export const createAppRouter = (services: Services, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: services,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Preloader,
    defaultPendingMs: 1000,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: () => PageNotFound({}),
    scrollRestoration: true,
    // What a page does not know, or may not be so, leaves the address: a page gets only what it has validated.
    search: { strict: true },
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Key of the page's title in the texts. */
    title?: string
    /** What the person must be able to do; the layout shows why not otherwise. */
    ability?: Ability
    /** The page fills the window below the top bar: no footer, no padding. */
    fullHeight?: boolean
    /** Stays as it is, to read, when the company loses the feature while the page is open. */
    staysReadable?: boolean
  }
}
