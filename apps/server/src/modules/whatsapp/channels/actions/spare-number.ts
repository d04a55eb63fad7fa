import type { CompanyCtx } from '#server/context.ts'
import { findChannelsByNumbers } from '#server/modules/whatsapp/directory/index.ts'

/** A number of the demo's sandbox that no company has connected, with what connects it; null outside of the demo. */
export const findSpareNumber = async ({ deps }: CompanyCtx) => {
  const sandbox = deps.config.SANDBOX
  if (!sandbox) return { number: null }
  const taken = await findChannelsByNumbers(
    deps,
    sandbox.spareNumbers.map((number) => number.phoneNumberId),
  )
  const number = sandbox.spareNumbers.find(({ phoneNumberId }) => !taken.has(phoneNumberId))
  return { number: number ? { ...number, accessToken: sandbox.accessToken } : null }
}
