import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { accountVerifyToken } from '#server/lib/whatsapp-cloud/account-verify-token.ts'
import { createChannel, createCompany } from '../factories.ts'
import { inboundBody, signed, textContent } from '../webhooks.ts'
import { openRecording } from './recorded-calls.ts'
import { openWireApp } from './wire-app.ts'

const platformSecret = 'app-secret-of-the-tests'
const ownSecret = 'secret of the own app'
const line = { phoneNumberId: '301000000000001', wabaId: '201000000000001' }

it('/webhooks answer as they were recorded', async () => {
  const wire = await openWireApp()
  try {
    const recording = openRecording('webhooks')
    const { account } = await createChannel(wire.deps, (await createCompany(wire.deps)).id, line)
    const sealed = wire.deps.sealer.seal(ownSecret)
    await wire.deps.database.db.update(waAccounts).set({ appSecret: sealed }).where(eq(waAccounts.id, account.id))
    const shared = '/webhooks/whatsapp'
    const own = `${shared}/${account.id}`
    const other = `${shared}/00000000-0000-7000-8000-000000000000`

    const verify = async (call: string, url: string, query: Record<string, string>) => {
      const asked = `${url}?${new URLSearchParams(query)}`
      return recording.note(call, `GET ${url}`, await wire.app.inject({ url: asked }))
    }
    const challenge = (token: string) => ({
      'hub.mode': 'subscribe',
      'hub.verify_token': token,
      'hub.challenge': '4711',
    })
    const token = accountVerifyToken(wire.deps.sealer, account.id)
    await verify('a challenge', shared, challenge('verify-token-of-the-tests'))
    await verify('a challenge with another token', shared, challenge('another'))
    await verify('a challenge of another mode', shared, {
      ...challenge('verify-token-of-the-tests'),
      'hub.mode': 'unsubscribe',
    })
    await verify('no challenge', shared, {})
    await verify('a challenge of an account', own, challenge(token))
    await verify('a challenge of an account with the token of all', own, challenge('verify-token-of-the-tests'))
    await verify('a challenge of another account', other, challenge(token))

    const from = { phone: '5511987650001', name: 'Ana' }
    const body = JSON.stringify(inboundBody(line, from, textContent('oi'), { id: 'wamid.one', at: 1_700_000_000 }))
    const post = async (call: string, url: string, payload: string | Buffer, headers: Record<string, string>) =>
      recording.note(
        call,
        `POST ${url}`,
        await wire.app.inject({
          method: 'POST',
          url,
          payload,
          headers: { 'content-type': 'application/json', ...headers },
        }),
      )
    const by = (secret: string, payload: string | Buffer = body) => ({
      'x-hub-signature-256': signed(secret, payload),
    })
    expect((await post('signed', shared, body, by(platformSecret))).statusCode).toBe(200)
    await post('the same again', shared, body, by(platformSecret))
    await post('not signed', shared, body, {})
    await post('with what is no signature', shared, body, { 'x-hub-signature-256': 'sha256=short' })
    await post('signed by the old algorithm', shared, body, { 'x-hub-signature': 'sha1=0000' })
    await post('signed by somebody else', shared, body, by('another secret'))
    await post('with the signature of another body', shared, `${body} `, by(platformSecret))
    await post('signed and empty', shared, '', by(platformSecret, ''))
    await post('signed and no JSON', shared, '{"entry":', by(platformSecret, '{"entry":'))
    await post('signed and of another kind', shared, '[1]', by(platformSecret, '[1]'))
    await post('signed as a text', shared, body, { ...by(platformSecret), 'content-type': 'text/plain' })
    await post('signed by the app of the account', own, body, by(ownSecret))
    await post('of the account, signed by the app of all', own, body, by(platformSecret))
    await post('of another account', other, body, by(ownSecret))
    await post('of what is no account', `${shared}/nobody`, body, by(ownSecret))
    const large = Buffer.alloc(8 * 1024 * 1024 + 1, ' ')
    await post('signed and too large', shared, large, by(platformSecret, large))
    const put = await wire.app.inject({ method: 'PUT', url: shared, payload: body, headers: by(platformSecret) })
    recording.note('by another method', `PUT ${shared}`, put)
    recording.note('another path', 'GET /webhooks/other', await wire.app.inject({ url: '/webhooks/other' }))
    recording.compare()
  } finally {
    await wire.close()
  }
})
