import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestDeps } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { demoAccounts } from './content.ts'
import { furnishDemo } from './furnish.ts'
import { type DemoSeed, seedDemo } from './seed.ts'

const sandbox = createServer((_, answer) => answer.end('{}'))
beforeAll(() => new Promise<void>((done) => sandbox.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => sandbox.close(done)))

const templates: readonly { name: string; language: string; category: string; status?: string; components: unknown }[] =
  demoAccounts[0].templates

describe.each([
  ['pt', 'pt_BR', 'Clientes que sumiram'],
  ['en', 'en_US', 'Customers we miss'],
])('the campaigns of the demo in %s', (DEMO_LANGUAGE, language, pausedName) => {
  let t: Awaited<ReturnType<typeof createTestDeps>>
  let seed: DemoSeed
  let ana: Browser
  let app: Awaited<ReturnType<typeof buildApp>>

  beforeAll(async () => {
    t = await createTestDeps({ DEMO_LANGUAGE }, createTestDatabase())
    const { port } = sandbox.address() as AddressInfo
    const secrets = { appId: '1', appSecret: 'secret', verifyToken: 'verify', accessToken: 'EAAsandbox' }
    seed = await seedDemo(t.deps, secrets)
    await furnishDemo(t.deps, seed, `http://127.0.0.1:${port}`)
    app = await buildApp(t.deps)
    ana = createBrowser(app)
    const [{ email, password } = { email: '', password: '' }] = seed.accounts
    await ana.signIn(email, password)
  })
  afterAll(async () => {
    await app.close()
    await t.close()
  })

  const list = async (): Promise<CampaignSummary[]> => {
    const answer = await ana.get('/api/v1/campaigns')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  it('are of each kind, for whoever signs in as its owner', async () => {
    const found = await list()
    expect(found.map(({ state }) => state)).toEqual(['draft', 'scheduled', 'paused', 'completed_with_errors'])
    expect(found.find(({ state }) => state === 'paused')?.name).toBe(pausedName)
  })

  it('send approved templates of its language, and need nothing that is not filled in', async () => {
    for (const { id } of await list()) {
      const { content } = (await ana.get(`/api/v1/campaigns/${id}`)).json()
      for (const variant of content.variants) {
        expect(variant.language).toEqual({ strategy: 'fixed', language })
        const template = templates.find(({ name }) => name === variant.template)
        expect(template).toMatchObject({ language, category: 'MARKETING' })
        expect(template?.status ?? 'APPROVED').toBe('APPROVED')
        const keys = JSON.stringify(template?.components).includes('IMAGE') ? ['header', 'body.1'] : ['body.1']
        expect(Object.keys(variant.values)).toEqual(keys)
      }
    }
  })

  it('count what its recipients and messages say', async () => {
    const { rows } = await t.deps.database.pool.query(
      `select r.campaign_id as id, count(*)::int as recipients, count(m.id)::int as queued,
         count(m.delivered_at)::int as delivered, count(m.read_at)::int as read, count(m.failed_at)::int as failed,
         count(m.wamid)::int as sent, count(r.replied_at)::int as replied
       from campaign_recipients r left join messages m on m.company_id = r.company_id and m.id = r.message_id
       where r.company_id = $1 group by 1`,
      [seed.companies[0]?.id],
    )
    expect(rows).toHaveLength(2)
    for (const { id, ...sums } of rows) {
      const { counts } = (await list()).find((campaign) => campaign.id === id) ?? {}
      expect(counts).toMatchObject(sums)
      expect(sums.delivered).toBeGreaterThan(sums.read)
      expect(sums.read).toBeGreaterThan(0)
    }
  })

  it('left the texts of their templates in the conversations', async () => {
    const { rows } = await t.deps.database.pool.query(
      `select distinct m.body, m.payload -> 'template' as template, m.pricing_category as category, c.profile_name as name
       from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       where m.campaign_id is not null`,
    )
    expect(rows.length).toBeGreaterThan(30)
    for (const { body, template, category, name } of rows) {
      const known = templates.find((one) => one.name === template.name && one.language === template.language)
      const text = JSON.stringify(known?.components).replace('{{1}}', name.split(' ')[0])
      expect(text).toContain(body)
      expect(template.category).toBe(known?.category)
      if (category) expect(category).toBe(template.category.toLowerCase())
    }
  })
})
