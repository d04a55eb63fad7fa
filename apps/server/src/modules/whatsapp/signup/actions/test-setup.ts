import type { setupChecks } from '@recado/contracts/admin/operators'
import { request } from 'undici'
import type { UserCtx } from '#server/context.ts'
import { createToken } from '#server/lib/seal.ts'
import { askAboutApp, webhookAddress, webhookFields } from '#server/modules/whatsapp/meta-app/index.ts'
import { configIdOf, signupConfig } from '../config.ts'
import { acceptedVerifyTokens } from './setup.ts'

type Check = {
  name: (typeof setupChecks)[number]
  state: 'ok' | 'warning' | 'problem' | 'unknown'
  value: string | null
}

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

/** Of what Meta did not tell nothing is said. */
const unknown = (name: Check['name']): Check => ({ name, state: 'unknown', value: null })

/** The demo calls this machine by either of its two names. */
const plain = (address: string) => address.replace('//localhost', '//127.0.0.1')

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
  const asked = await askAboutApp(ctx.deps)
  const subscriptions = typeof asked === 'string' ? null : asked
  const missing = webhookFields.filter((name) => !subscriptions?.fields.has(name))
  const address = webhookAddress(ctx.deps)
  const callback = subscriptions?.callbackUrl ?? null
  return {
    checks: [
      check('app', config.appId !== null, config.appId),
      asked === 'unanswered' ? unknown('secret') : check('secret', subscriptions !== null),
      check('config', configIdOf(config, 'standard') !== null, configIdOf(config, 'standard')),
      check('coexistence', config.coexistenceConfigId !== null, config.coexistenceConfigId, 'warning'),
      check('callback', await answersHandshake(ctx), address),
      subscriptions
        ? check('address', callback !== null && plain(callback) === plain(address), callback)
        : unknown('address'),
      subscriptions ? check('fields', missing.length === 0, missing.join(' ') || null) : unknown('fields'),
    ],
  }
}
