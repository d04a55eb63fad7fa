import type { setupChecks } from '@recado/contracts/operator'
import { request } from 'undici'
import type { UserCtx } from '#server/context.ts'
import { createToken } from '#server/lib/seal.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { graphClientFor, readAppSubscriptions, webhookAddress, webhookFields } from '../../channels/index.ts'
import { configIdOf, type SignupConfig, signupConfig } from '../config.ts'
import { acceptedVerifyTokens } from './setup.ts'

type Check = { name: (typeof setupChecks)[number]; state: 'ok' | 'warning' | 'problem'; value: string | null }

const TIMEOUT_MS = 5000

const check = (
  name: Check['name'],
  ok: boolean,
  value: string | null = null,
  otherwise: Check['state'] = 'problem',
) => ({
  name,
  state: ok ? ('ok' as const) : otherwise,
  value,
})

/** The demo calls this machine by either of its two names. */
const plain = (address: string) => address.replace('//localhost', '//127.0.0.1')

/** Whether Meta takes id and secret for one app. */
const isKnown = async (ctx: UserCtx, { appId, appSecret }: SignupConfig): Promise<boolean> => {
  if (!appId || !appSecret) return false
  try {
    await graphClientFor(ctx.deps, `${appId}|${appSecret}`).get(`/${encodeURIComponent(appId)}/subscriptions`)
    return true
  } catch (error) {
    if (error instanceof GraphError) return false
    throw error
  }
}

/** Says to our own address what Meta says when it subscribes: whether it answers as Meta expects. */
const answersHandshake = async (ctx: UserCtx): Promise<boolean> => {
  const [verifyToken = ''] = await acceptedVerifyTokens(ctx.deps)
  const challenge = createToken().slice(0, 20)
  const url = new URL(webhookAddress(ctx.deps))
  url.search = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': challenge,
    'hub.verify_token': verifyToken,
  }).toString()
  try {
    const answer = await request(url, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
    return answer.statusCode === 200 && (await answer.body.text()) === challenge
  } catch (err) {
    ctx.log.info({ err }, 'the webhook address did not answer a test run')
    return false
  }
}

/** Tries the set-up of the signup, without changing anything. */
export const testSetup = async (ctx: UserCtx): Promise<{ checks: Check[] }> => {
  const config = await signupConfig(ctx)
  const known = await isKnown(ctx, config)
  const subscriptions = known ? await readAppSubscriptions(ctx.deps, true) : null
  const missing = webhookFields.filter((name) => !subscriptions?.fields.has(name))
  const address = webhookAddress(ctx.deps)
  const callback = subscriptions?.callbackUrl ?? null
  return {
    checks: [
      check('app', config.appId !== null, config.appId),
      check('secret', known),
      check('config', configIdOf(config, 'standard') !== null, configIdOf(config, 'standard')),
      check('coexistence', config.coexistenceConfigId !== null, config.coexistenceConfigId, 'warning'),
      check('callback', await answersHandshake(ctx), address),
      check('address', callback !== null && plain(callback) === plain(address), callback),
      check('fields', subscriptions !== null && missing.length === 0, missing.join(' ') || null),
    ],
  }
}
