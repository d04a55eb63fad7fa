import { queryOptions } from '@tanstack/react-query'
import type { SessionClient } from '#web/lib/session/session.ts'

/** The ways to sign in; apart from the other calls, so that the sign-in page loads no schema. */
export const providersQuery = (client: SessionClient) =>
  queryOptions({ queryKey: ['auth', 'providers'], queryFn: client.getProviders, staleTime: Number.POSITIVE_INFINITY })
