import type { Ctx } from '#server/context.ts'
import { signupSettings } from '#server/db/schema/whatsapp/signup.ts'

/** What operators set of the platform's app at Meta; null for what they left to the environment. */
export const findPlatformApp = async (ctx: Pick<Ctx, 'db'>) => {
  const rows = await ctx.db
    .select({ appId: signupSettings.appId, verifyToken: signupSettings.verifyToken })
    .from(signupSettings)
    .limit(1)
  return rows[0] ?? null
}
