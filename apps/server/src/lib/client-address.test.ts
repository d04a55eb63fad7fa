import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress, trustedProxies } from './client-address.ts'

const cases = [
  ['', '203.0.113.9', '198.51.100.1'],
  ['loopback', '127.0.0.1', '198.51.100.1'],
  ['loopback', '127.0.0.1', undefined],
  ['loopback', '203.0.113.9', '198.51.100.1'],
  ['loopback', '127.0.0.1', 'made up, 198.51.100.1'],
  ['loopback', '127.0.0.1', 'made up'],
  ['loopback, 10.0.0.0/8', '127.0.0.1', '198.51.100.1, 198.51.100.2, 10.1.2.3'],
  ['loopback,uniquelocal', '::ffff:127.0.0.1', '198.51.100.1,192.168.4.4'],
  ['linklocal', 'fe80::1', '2001:db8::7'],
  ['203.0.113.9', '203.0.113.9', '198.51.100.1'],
] as const

test.each(cases)('behind %j, a call of %s for %s comes from whom Fastify says', async (names, peer, forwarded) => {
  const proxies = trustedProxies({ TRUST_PROXY: names })
  const app = Fastify({ trustProxy: proxies.length === 0 ? false : proxies })
  app.get('/', (request) => ({ ip: request.ip }))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const { ip } = (await app.inject({ url: '/', remoteAddress: peer, headers })).json()
  await app.close()
  expect(clientAddress(proxies, peer, forwarded)).toBe(ip)
})
