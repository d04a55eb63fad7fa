import {
  chooseOnboardingNumbers,
  discardOnboarding,
  finishSignup,
  giveOnboardingPin,
  listOnboardings,
  type Onboarding,
  retryOnboarding,
} from '@recado/contracts/whatsapp/signup'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { SignupOutcome } from './sdk.ts'

export const onboardingKey = ['onboarding'] as const

const POLL_MS = 2500
/** Steps are done in moments, and the first webhook tells browsers of nothing. */
const isMoving = ({ state, firstEventAt }: Onboarding) => state === 'running' || (state === 'done' && !firstEventAt)

export const onboardingsQuery = () =>
  queryOptions({
    queryKey: onboardingKey,
    queryFn: ({ signal }) => call(listOnboardings, {}, { signal }),
    refetchInterval: (query) => (query.state.data?.data.some(isMoving) ? POLL_MS : false),
  })

/** What a person can do about a signup; each shows what became of it. */
export const useOnboardingActions = (id: string) => {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: onboardingKey })
  const params = { id }
  const finish = useMutation({
    mutationFn: ({ nonce, outcome }: { nonce: string; outcome: SignupOutcome }) =>
      call(finishSignup, { params, body: { nonce, ...outcome } }),
    onSettled: refresh,
  })
  const retry = useMutation({ mutationFn: () => call(retryOnboarding, { params }), onSettled: refresh })
  const pin = useMutation({
    mutationFn: (value: string) => call(giveOnboardingPin, { params, body: { pin: value } }),
    meta: { quiet: true },
    onSettled: refresh,
  })
  const choose = useMutation({
    mutationFn: (phoneNumberIds: string[]) => call(chooseOnboardingNumbers, { params, body: { phoneNumberIds } }),
    meta: { quiet: true },
    onSettled: refresh,
  })
  const discard = useMutation({ mutationFn: () => call(discardOnboarding, { params }), onSettled: refresh })
  return { finish, retry, pin, choose, discard }
}
