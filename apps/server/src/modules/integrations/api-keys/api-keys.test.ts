import { scopeAbilities } from '@recado/contracts/api-scopes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const join = async (companyId: string, fields: Parameters<typeof addMember>[3] = {}) => {
  const user = await createUser(server.deps, {})
  await addMember(server.deps, companyId, user.id, fields)
  const browser = createBrowser(server.app)
  browser.use(await signIn(server.deps, user.id, companyId))
  return { user, browser }
}

const setUp = async () => {
  const company = await createCompany(server.deps, { accessBlocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] })
  return { company, ...(await join(company.id)) }
}
type World = Awaited<ReturnType<typeof setUp>>

const body = { name: 'Shop', scopes: ['contacts:read', 'contacts:write'], addresses: [], expiresInDays: null }
const create = async ({ browser }: Pick<World, 'browser'>, change: object = {}) => {
  const answer = await browser.post('/api/v1/api-keys', { ...body, ...change })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** A program that calls with a secret, from another machine and without cookies. */
const program = (secret: string, ip = '203.0.113.9') => {
  const { send } = createBrowser(server.app, { ip, userAgent: 'curl/8' })
  const headers = { authorization: `Bearer ${secret}` }
  return {
    get: (url: string) => send('GET', url, { headers }),
    post: (url: string, json: object) => send('POST', url, { headers, json }),
  }
}
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

describe('an API key', () => {
  test('reads and writes what its scopes name, and nothing else', async () => {
    const world = await setUp()
    const { secret } = await create(world)
    const client = program(secret)
    const made = await client.post('/api/v1/contacts', { name: 'Lia Prado', phone: '+5581991234567' })
    expect(made.statusCode, made.body).toBe(201)
    const list = await client.get('/api/v1/contacts')
    // Phones are whole: its giver sees them whole.
    expect(list.json().data).toMatchObject([{ phone: '+5581991234567' }])
    expect(await client.get('/api/v1/campaigns').then(codeOf)).toEqual([403, 'scope_required'])
    expect(await client.get('/api/v1/api-keys').then(codeOf)).toEqual([403, 'scope_required'])
    expect(await client.get('/api/v1/tasks').then(codeOf)).toEqual([403, 'scope_required'])
  })

  test('belongs to one company: those of others are not there for it', async () => {
    const [ours, theirs] = [await setUp(), await setUp()]
    const contact = await theirs.browser.post('/api/v1/contacts', { name: 'Rui', phone: '+5581990000001' })
    const { secret } = await create(ours)
    const client = program(secret)
    expect(await client.get(`/api/v1/contacts/${contact.json().id}`).then(codeOf)).toEqual([404, 'not_found'])
    const key = await create(theirs)
    expect(await ours.browser.post(`/api/v1/api-keys/${key.id}/revocation`).then(codeOf)).toEqual([404, 'not_found'])
  })

  test('is stored as a hash, shown once, and written down in the log with what it does', async () => {
    const world = await setUp()
    const key = await create(world)
    const listed = await world.browser.get('/api/v1/api-keys')
    expect(listed.body).not.toContain(key.secret)
    expect(listed.json().data).toMatchObject([{ id: key.id, prefix: key.secret.slice(0, 12), state: 'active' }])
    await program(key.secret).post('/api/v1/tags', { name: 'VIP' })
    const rows = await server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, world.company.id))
    expect(JSON.stringify(rows)).not.toContain(key.secret)
    expect(rows.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual(
      expect.arrayContaining([
        ['api_key.created', 'user', world.user.id],
        ['contact_tag.created', 'api_key', key.id],
      ]),
    )
    const [used] = (await world.browser.get('/api/v1/api-keys')).json().data
    expect(used).toMatchObject({ lastAddress: '203.0.113.9', lastUsedAt: expect.any(String) })
  })

  test('ends at once when it is revoked, over, or its company loses the right', async () => {
    const world = await setUp()
    const [revoked, over, kept] = [await create(world), await create(world, { expiresInDays: 1 }), await create(world)]
    await world.browser.post(`/api/v1/api-keys/${revoked.id}/revocation`)
    expect(await program(revoked.secret).get('/api/v1/contacts').then(codeOf)).toEqual([401, 'unauthenticated'])
    await server.deps.database.pool.query(
      "update api_keys set expires_at = now() - interval '1 minute' where id = $1",
      [over.id],
    )
    expect(await program(over.secret).get('/api/v1/contacts').then(codeOf)).toEqual([401, 'unauthenticated'])
    await server.deps.database.db.update(companies).set({ accessBlocks: [] }).where(eq(companies.id, world.company.id))
    expect(await program(kept.secret).get('/api/v1/contacts').then(codeOf)).toEqual([403, 'access_block_required'])
  })

  test('changes nothing in a suspended company', async () => {
    const world = await setUp()
    const { secret } = await create(world)
    await server.deps.database.db
      .update(companies)
      .set({ status: 'suspended' })
      .where(eq(companies.id, world.company.id))
    const client = program(secret)
    expect((await client.get('/api/v1/contacts')).statusCode).toBe(200)
    expect(await client.post('/api/v1/tags', { name: 'VIP' }).then(codeOf)).toEqual([403, 'company_suspended'])
  })

  test('works from its addresses alone', async () => {
    const world = await setUp()
    const { secret } = await create(world, { addresses: ['203.0.113.0/24'] })
    expect((await program(secret, '203.0.113.77').get('/api/v1/contacts')).statusCode).toBe(200)
    expect(await program(secret, '198.51.100.1').get('/api/v1/contacts').then(codeOf)).toEqual([403, 'address_refused'])
    const wrong = await world.browser.post('/api/v1/api-keys', { ...body, addresses: ['999.1.1.1'] })
    expect(codeOf(wrong)).toEqual([422, 'validation_failed'])
  })

  test('says in headers what is left of its calls, and is refused beyond', async () => {
    const world = await setUp()
    await server.deps.database.db.update(companies).set({ plan: 'free' }).where(eq(companies.id, world.company.id))
    const [one, other] = [await create(world), await create(world)]
    const client = program(one.secret)
    const first = await client.get('/api/v1/tags')
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-remaining': '131' })
    const answers = await Promise.all(Array.from({ length: 150 }, () => client.get('/api/v1/labels')))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await program(other.secret).get('/api/v1/tags')).statusCode).toBe(200)
  })

  test('of made-up secrets is refused, and an address that tries many waits', async () => {
    const client = program('rk_live_nothing', '192.0.2.44')
    expect(await client.get('/api/v1/contacts').then(codeOf)).toEqual([401, 'unauthenticated'])
    const answers = await Promise.all(Array.from({ length: 400 }, () => client.get('/api/v1/contacts')))
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })
})

describe('rotating a key', () => {
  test('lets both secrets work for the overlap, and then the new one alone', async () => {
    const world = await setUp()
    const key = await create(world)
    const rotated = await world.browser.post(`/api/v1/api-keys/${key.id}/rotations`, {
      overlapHours: 24,
      version: key.version,
    })
    expect(rotated.statusCode, rotated.body).toBe(200)
    const { secret } = rotated.json()
    for (const one of [key.secret, secret]) expect((await program(one).get('/api/v1/tags')).statusCode).toBe(200)
    await server.deps.database.pool.query(
      "update api_keys set previous_until = now() - interval '1 minute' where id = $1",
      [key.id],
    )
    expect(await program(key.secret).get('/api/v1/tags').then(codeOf)).toEqual([401, 'unauthenticated'])
    expect((await program(secret).get('/api/v1/tags')).statusCode).toBe(200)
    const late = { overlapHours: 0, version: key.version }
    const again = await world.browser.post(`/api/v1/api-keys/${key.id}/rotations`, late)
    expect(codeOf(again)).toEqual([409, 'conflict'])
  })
})

describe('giving keys', () => {
  test('no one gives what they do not have', async () => {
    const { company } = await setUp()
    const developer = await join(company.id, { role: 'member', grants: ['developers.write', 'contacts.pii'] })
    const refused = await developer.browser.post('/api/v1/api-keys', { ...body, scopes: ['campaigns:launch'] })
    expect([...codeOf(refused), refused.json().data]).toEqual([403, 'scope_not_held', { scopes: ['campaigns:launch'] }])
    const own = await create(developer)
    const rotate = ({ id, version }: { id: string; version: number }) =>
      developer.browser.post(`/api/v1/api-keys/${id}/rotations`, { overlapHours: 0, version })
    expect((await rotate(own)).statusCode).toBe(200)
    const wider = await create(await join(company.id), { scopes: ['campaigns:launch'] })
    expect(codeOf(await rotate(wider))).toEqual([403, 'scope_not_held'])
    const member = await join(company.id, { role: 'member' })
    expect(await member.browser.get('/api/v1/api-keys').then(codeOf)).toEqual([403, 'forbidden'])
  })

  test('every endpoint of the public API needs only what its scope holds', () => {
    const open = contractEndpoints.flatMap(({ endpoint }) => (endpoint.scope ? [endpoint] : []))
    expect(open.length).toBeGreaterThan(30)
    for (const { method, path, can, scope } of open)
      expect(scope && scopeAbilities[scope], `${method} ${path}`).toContain(can)
  })
})
