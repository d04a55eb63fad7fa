import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AutomationRunDetail } from '@recado/contracts/automation/automation-runs'
import type { Automation } from '@recado/contracts/automation/automations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestDeps } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { furnishDemo } from './furnish.ts'
import { seedDemo } from './seed.ts'

const sandbox = createServer((_, answer) => answer.end('{}'))
beforeAll(() => new Promise<void>((done) => sandbox.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => sandbox.close(done)))

describe.each([
  ['pt', 'Avisar que o pedido saiu', /^Oi, Cliente! Seu pedido/],
  ['en', 'Say that the order has left', /^Hi Customer! Your order/],
])('the automations of the demo in %s', (DEMO_LANGUAGE, name, message) => {
  let t: Awaited<ReturnType<typeof createTestDeps>>
  let ana: Browser
  let app: Awaited<ReturnType<typeof buildApp>>
  let all: Automation[]

  const read = async (path: string) => {
    const answer = await ana.get(`/api/v1/${path}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const runsOf = async (): Promise<AutomationRunDetail[]> => {
    const { data } = await read(`automations/${all.find(({ state }) => state === 'active')?.id}/runs`)
    return Promise.all(data.map(({ id }: { id: string }) => read(`automation-runs/${id}`)))
  }

  beforeAll(async () => {
    t = await createTestDeps({ DEMO_LANGUAGE }, createTestDatabase())
    const { port } = sandbox.address() as AddressInfo
    const secrets = { appId: '1', appSecret: 'secret', verifyToken: 'verify', accessToken: 'EAAsandbox' }
    const seed = await seedDemo(t.deps, secrets)
    await furnishDemo(t.deps, seed, `http://127.0.0.1:${port}`)
    app = await buildApp(t.deps)
    ana = createBrowser(app)
    const [{ email, password } = { email: '', password: '' }] = seed.accounts
    await ana.signIn(email, password)
    all = (await read('automations')).data
  })
  afterAll(async () => {
    await app.close()
    await t.close()
  })

  it('are one that works, as it was published, and one that only waits to be published', async () => {
    expect(new Map(all.map((one) => [one.state, one.changed]))).toEqual(
      new Map([
        ['draft', true],
        ['active', false],
      ]),
    )
    expect(all.find(({ state }) => state === 'active')?.name).toBe(name)
    for (const { id } of all) expect((await read(`automations/${id}`)).findings).toEqual([])
  })

  it('have runs that waited, failed and ended, whose messages stand in the conversations', async () => {
    const runs = await runsOf()
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['delayed', 'failed', 'completed']))
    const sent = runs.flatMap(({ log }) =>
      log.flatMap(({ input, output }) => (output?.['messageId'] ? [{ input, output }] : [])),
    )
    const { rows } = await t.deps.database.pool.query<{ id: string; body: string }>(
      "select id, body from messages where origin = 'automation' and type = 'text'",
    )
    expect(new Map(rows.map(({ id, body }) => [id, body]))).toEqual(
      new Map(sent.map(({ input, output }) => [output?.['messageId'], input?.['text']])),
    )
    expect(sent.map(({ input }) => input?.['text'])).toContainEqual(expect.stringMatching(message))
  })

  it('have an entry for each run', async () => {
    const runs = await runsOf()
    const { data } = await read(`automations/${runs[0]?.automation.id}/entries`)
    expect(data.map(({ runId }: { runId: string }) => runId).sort()).toEqual(runs.map(({ id }) => id).sort())
  })
})
