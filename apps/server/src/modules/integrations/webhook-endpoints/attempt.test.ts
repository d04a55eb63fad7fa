import { afterEach, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '#server/lib/guarded-request.ts'
import { answering, type Receiver, startReceiver } from '#server/test/receiver.ts'
import { attempt } from './sender/attempt.ts'

let outbound: Outbound
let receiver: Receiver
afterEach(async () => {
  await outbound.close()
  await receiver.close()
})

const said = { eventId: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f601', type: 'order.paid', data: {}, happenedAt: new Date() }

const call = async (
  answer: Parameters<typeof startReceiver>[0],
  { url = '', allowed = ['127.0.0.1'], ms = 5000 } = {},
) => {
  receiver = await startReceiver(answer)
  outbound = createOutbound({ allowedHosts: allowed })
  const to = { url: url || receiver.url, keys: [Buffer.from('key')], now: new Date(), timeoutMs: ms }
  return attempt(outbound.request, to, said)
}

it('takes a redirect as an answer and never follows it, wherever it leads', async () => {
  const result = await call(answering(302, { location: 'http://169.254.169.254/latest/meta-data/' }))
  expect(result).toMatchObject({ status: 302, error: null, headers: { location: expect.any(String) } })
  expect(receiver.received).toHaveLength(1)
})

it('reads the beginning of an answer without an end, and believes its status', async () => {
  const result = await call((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const chunk = Buffer.alloc(65_536, 'a')
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  expect(result).toMatchObject({ status: 200, error: null })
  expect(result.body).toHaveLength(1000)
})

it('gives a receiver that hangs up at its time, before its answer and amid it', async () => {
  expect(await call(() => undefined, { ms: 150 })).toMatchObject({ status: null, error: 'timeout' })
  await outbound.close()
  await receiver.close()
  const amid = await call((_received, response) => void response.writeHead(200).write('begins'), { ms: 150 })
  expect(amid).toMatchObject({ status: null, error: 'timeout' })
})

it('calls no address of a private network that the installation does not name', async () => {
  expect(await call(undefined, { allowed: [] })).toMatchObject({ status: null, error: 'forbidden' })
  expect(receiver.received).toEqual([])
})

it('says what the answer of a broken receiver was without what it has to hide', async () => {
  const result = await call(answering(500, { 'set-cookie': 'session=1', server: 'nginx' }, 'a\u0000b'))
  expect(result).toMatchObject({ headers: { server: 'nginx' }, body: 'ab' })
  expect(result.headers).not.toHaveProperty('set-cookie')
})
