import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { findAccountByEmail } from '#server/modules/identity/users/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { signIn } from '#server/test/factories.ts'
import { furnishDemo } from './furnish.ts'
import { seedDemo } from './seed.ts'

let t: TestApp
let companyId: string
let headers: { cookie: string }
const sandbox = createServer((_, answer) => answer.end('{}'))

beforeAll(async () => {
  t = await buildOwnApp()
  await new Promise<void>((done) => sandbox.listen(0, '127.0.0.1', done))
  const { port } = sandbox.address() as AddressInfo
  const secrets = { appId: '1', appSecret: 'secret', verifyToken: 'verify', accessToken: 'EAAsandbox' }
  const seed = await seedDemo(t.deps, secrets)
  await furnishDemo(t.deps, seed, `http://127.0.0.1:${port}`)
  companyId = seed.companies[0]?.id ?? ''
  const ana = await findAccountByEmail(systemCtx(t.deps, 'test'), 'ana@demo.recado.test')
  headers = await signIn(t.deps, ana?.id ?? '', companyId)
})
afterAll(async () => {
  await t.close()
  await new Promise((done) => sandbox.close(done))
})

const list = async () => {
  const answer = await t.app.inject({ method: 'GET', url: '/api/v1/campaigns', headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data as { id: string; state: string; counts: Record<string, number> }[]
}

it('gives the demo a campaign of each kind', async () => {
  expect((await list()).map(({ state }) => state).sort()).toEqual([
    'completed_with_errors',
    'draft',
    'paused',
    'scheduled',
  ])
})

it('counts what its recipients and messages say', async () => {
  const { rows } = await t.deps.database.pool.query(
    `select r.campaign_id as id, count(*)::int as recipients, count(m.id)::int as queued,
       count(m.delivered_at)::int as delivered, count(m.read_at)::int as read, count(m.failed_at)::int as failed,
       count(m.wamid)::int as sent, count(r.replied_at)::int as replied
     from campaign_recipients r left join messages m on m.company_id = r.company_id and m.id = r.message_id
     where r.company_id = $1 group by 1`,
    [companyId],
  )
  expect(rows).toHaveLength(2)
  for (const { id, ...sums } of rows) {
    const { counts } = (await list()).find((campaign) => campaign.id === id) ?? {}
    expect(counts).toMatchObject(sums)
    expect(sums.delivered).toBeGreaterThan(sums.read)
    expect(sums.read).toBeGreaterThan(0)
  }
})
