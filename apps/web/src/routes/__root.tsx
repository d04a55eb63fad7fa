import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { AppHead } from '../components/app-head.tsx'
import { ConsentBanner } from '../components/consent-banner.tsx'
import { PageNotFound } from '../components/page-not-found.tsx'
import { RootError } from '../components/root-error.tsx'
import { RouteProgress } from '../components/route-progress.tsx'
import type { Services } from '../lib/services.ts'

const Root = () => (
  <>
    <AppHead />
    <RouteProgress />
    <ConsentBanner />
    <Outlet />
  </>
)

export const Route = createRootRouteWithContext<Services>()({
  component: Root,
  errorComponent: RootError,
  notFoundComponent: () => <PageNotFound standalone />,
})
