import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { AppHead } from '#web/components/page/app-head.tsx'
import { ConsentBanner } from '#web/components/page/consent-banner.tsx'
import { PageNotFound } from '#web/components/page/page-not-found.tsx'
import { RootError } from '#web/components/page/root-error.tsx'
import { RouteProgress } from '#web/components/page/route-progress.tsx'
import type { Services } from '#web/lib/api/services.ts'

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
