import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api/api.ts'
import { RetryState } from '../feedback/retry-state.tsx'
import { PageForbidden } from './page-forbidden.tsx'
import { PageNotFound } from './page-not-found.tsx'
import { RootError } from './root-error.tsx'

/** What a page shows when its data cannot be had; a fault of the page itself gets the full error panel. */
export const PageError = (props: ErrorComponentProps) => {
  const router = useRouter()
  const { error } = props
  if (!(error instanceof ApiError)) return <RootError {...props} />
  if (error.status === 404) return <PageNotFound />
  if (error.code === 'forbidden') return <PageForbidden />
  if (error.code === 'access_block_required') return <PageForbidden block={String(error.data.block ?? '')} />
  return <RetryState error={error} onRetry={() => router.invalidate()} />
}
