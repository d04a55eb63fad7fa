import { onboardingStates } from '@recado/contracts/onboarding'
import { operatorChannelFilter } from '@recado/contracts/operator'
import { z } from 'zod'

export const channelSearch = operatorChannelFilter.extend({ cursor: z.string().max(100).optional() })
export type ChannelSearch = z.infer<typeof channelSearch>

/** Filters of the address; one that makes no sense is left out. */
export const validateChannelSearch = (search: Record<string, unknown>): ChannelSearch =>
  Object.fromEntries(
    Object.entries(channelSearch.shape).flatMap(([name, schema]) => {
      const value = schema.safeParse(search[name] === undefined ? undefined : String(search[name])).data
      return value ? [[name, value]] : []
    }),
  )

const signupSearch = z.object({
  state: z.enum(onboardingStates).optional().catch(undefined),
  cursor: z.string().max(200).optional().catch(undefined),
})
export type SignupSearch = z.infer<typeof signupSearch>
export const validateSignupSearch = (search: Record<string, unknown>): SignupSearch => signupSearch.parse(search)
