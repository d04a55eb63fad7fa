import type { OnboardingKind, SignupLaunch } from '@recado/contracts/whatsapp/signup'
import type { Ctx } from '#server/context.ts'
import { findSignupSettings } from './queries/signup-settings.ts'

export type SignupConfig = {
  appId: string | null
  appSecret: string | null
  configId: string | null
  coexistenceConfigId: string | null
  version: string
  solutionId: string | null
  sdkUrl: string
}

/** How the signup is set up: what an operator wrote down, else the environment. The app secret is the environment's alone. */
export const signupConfig = async (ctx: Pick<Ctx, 'db' | 'deps'>): Promise<SignupConfig> => {
  const { config } = ctx.deps
  const row = await findSignupSettings(ctx)
  return {
    appId: row?.appId ?? config.WHATSAPP_APP_ID ?? null,
    appSecret: config.WHATSAPP_APP_SECRET ?? null,
    configId: row?.configId ?? config.WHATSAPP_SIGNUP_CONFIG_ID ?? null,
    coexistenceConfigId: row?.coexistenceConfigId ?? config.WHATSAPP_COEXISTENCE_CONFIG_ID ?? null,
    version: row?.graphVersion ?? config.WHATSAPP_GRAPH_VERSION,
    solutionId: row?.solutionId ?? null,
    sdkUrl: config.WHATSAPP_SDK_URL,
  }
}

export const configIdOf = (config: SignupConfig, kind: OnboardingKind): string | null =>
  kind === 'coexistence' ? config.coexistenceConfigId : config.configId

/** Whether Meta's window can be opened for a kind of signup at all. */
export const isReady = (config: SignupConfig, kind: OnboardingKind): boolean =>
  config.appId !== null && config.appSecret !== null && configIdOf(config, kind) !== null

/** Whose messages the page believes: Meta's own (reference, embedded signup), or those of the stand-in of the demo. */
export const originsOf = ({ sdkUrl }: SignupConfig): SignupLaunch['origins'] => {
  const { hostname, origin } = new URL(sdkUrl)
  return hostname.endsWith('.facebook.net') ? ['https://facebook.com', 'https://*.facebook.com'] : [origin]
}
