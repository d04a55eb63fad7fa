import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '#server/lib/seal.ts'
import { subscriberHash } from '#server/notifications/audience/environments/actions.ts'
import { haveMailServers } from '#server/notifications/audience/environments/mail-domains.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const call = (method: 'GET' | 'POST' | 'PUT', url: string, headers: Record<string, string>, payload?: object) =>
  t.app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) })

describe('environments', () => {
  it('show the current one without its keys', async () => {
    const { environment, headers, apiKey } = await createTestEnvironment(t.deps)
    const answer = await call('GET', '/environments/me', headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      _id: environment.id,
      name: 'Development',
      identifier: environment.identifier,
      _organizationId: environment.organizationId,
      apiKeys: [],
    })
    expect(answer.body).not.toContain(apiKey)
  })

  it('are listed with the keys of the current one only', async () => {
    const { environment, headers, apiKey, production } = await createTestEnvironment(t.deps)
    await createTestEnvironment(t.deps)
    const { data } = (await call('GET', '/environments', headers)).json()
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ _id: environment.id, apiKeys: [{ key: apiKey, hash: hashToken(apiKey) }] })
    expect(data[1]).toMatchObject({ _id: production.environment.id, _parentId: environment.id, apiKeys: [] })
  })

  it('are made and changed by people only', async () => {
    const { environment, headers } = await createTestEnvironment(t.deps)
    const answers = [
      await call('POST', '/environments', headers, { name: 'Staging' }),
      await call('PUT', `/environments/${environment.id}`, headers, { name: 'Staging' }),
      await call('POST', '/organizations', headers, { name: 'Another' }),
    ]
    for (const answer of answers)
      expect([answer.statusCode, answer.json().message]).toEqual([401, 'API endpoint not available'])
  })
})

describe('keys', () => {
  it('that are replaced end at once, and so do subscriber hashes made with them', async () => {
    const { environment, headers, apiKey } = await createTestEnvironment(t.deps)
    const hash = await subscriberHash(t.deps, environment, 'ana')
    expect((await call('GET', '/environments/api-keys', headers)).json().data).toMatchObject([{ key: apiKey }])
    const answer = await call('POST', '/environments/api-keys/regenerate', headers)
    expect(answer.statusCode).toBe(201)
    const [{ key }] = answer.json().data
    expect(key).not.toBe(apiKey)
    const refused = await call('GET', '/environments/me', headers)
    expect([refused.statusCode, refused.json().message]).toEqual([401, 'API Key not found'])
    expect((await call('GET', '/environments/me', { authorization: `ApiKey ${key}` })).statusCode).toBe(200)
    expect(await subscriberHash(t.deps, environment, 'ana')).not.toBe(hash)
  })
})

/** A name server that knows a mail server for `mail.test` and nothing else. */
const startNameServer = async () => {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const question = query.subarray(12, end)
    const known = question.toString('latin1').startsWith('\x04mail\x04test')
    const header = Buffer.from([0x81, known ? 0x80 : 0x83, 0, 1, 0, known ? 1 : 0, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 0, 60, 0, 7, 0, 10, 2, 0x6d, 0x78, 0xc0, 12])
    socket.send(
      Buffer.concat([query.subarray(0, 2), header, question, known ? record : Buffer.alloc(0)]),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return socket
}

describe('domains for replies', () => {
  it('have mail servers when each of them has one', async () => {
    const socket = await startNameServer()
    const resolver = new Resolver({ timeout: 1000, tries: 1 })
    resolver.setServers([`127.0.0.1:${socket.address().port}`])
    const outcomes = [
      await haveMailServers(['mail.test'], resolver),
      await haveMailServers(['mail.test', 'other.test'], resolver),
      await haveMailServers([], resolver),
    ]
    socket.close()
    expect(outcomes).toEqual([true, false, false])
  })

  it('are none unless the installation names some', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    expect((await call('GET', '/inbound-parse/mx/status', headers)).json()).toEqual({
      data: { mxRecordConfigured: false },
    })
  })
})
