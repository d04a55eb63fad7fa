import { checkReset, confirmEmailChange, getInvitation, verifyEmail } from '@recado/contracts/identity/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call(getInvitation, { params: { token } }),
    staleTime: 0,
  })

/** The token is used up by the first call, so it is asked once and remembered. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'verification', token],
    queryFn: () => call(verifyEmail, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Whether a link to a new password still works; looking uses nothing up. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'reset', token],
    queryFn: () => call(checkReset, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Confirms the new address that a link was sent to. */
export const emailChangeQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'email-change', token],
    queryFn: () => call(confirmEmailChange, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
