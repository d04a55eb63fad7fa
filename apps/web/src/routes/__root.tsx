import { useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { AppHead } from '#web/components/page/app-head.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageNotFound } from '#web/components/page/page-not-found.tsx'
import { RootError } from '#web/components/page/root-error.tsx'
import { RouteProgress } from '#web/components/page/route-progress.tsx'
import type { Services } from '#web/lib/api/services.ts'
import { appInfoQuery } from '#web/queries/app-info.ts'

const ConsentBanner = lazyComponent(async () => (await import('#web/components/page/consent-banner.tsx')).ConsentBanner)

/** Asks for consent where a tag manager is configured. */
const Tracking = () => {
  const id = useQuery(appInfoQuery).data?.tagManagerId
  return id ? <ConsentBanner id={id} /> : null
}

const Root = () => (
  <>
    <AppHead />
    <RouteProgress />
    <Tracking />
    <Outlet />
  </>
)

export const Route = createRootRouteWithContext<Services>()({
  component: Root,
  errorComponent: RootError,
  notFoundComponent: () => <PageNotFound standalone />,
})
