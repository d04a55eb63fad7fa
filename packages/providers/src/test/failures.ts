import { expect } from 'vitest'
import { ProviderError } from '../provider.ts'

/** The error that a call ends in; a call that succeeds is a failure here. */
export const failureOf = async (call: Promise<unknown>): Promise<ProviderError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}
