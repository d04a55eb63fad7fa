import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { type Connected, tell, workOff } from '#server/test/inbound.ts'

let t: TestApp
let companyId: string
let headers: { cookie: string }

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  companyId = signedIn.company.id
  headers = signedIn.headers
})

const base = '/api/v1/webhook-integrations'
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
const call = async (method: Method, url: string, payload?: object, as = headers) => {
  const answer = await t.app.inject({ method, url, headers: as, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
const connect = async (payload: object) => (await call('POST', base, payload)).body
const systemOf = (made: { id: string; url: string; source: Connected['source'] }, secret = ''): Connected => ({
  ...{ id: made.id, source: made.source, secret, url: new URL(made.url).pathname },
})
const paid = (order: number) => ({
  type: 'order.paid',
  customer: { name: 'Marina Teixeira', phone: '19998871234' },
  order: { id: `A-${order}`, number: order },
})

describe('a connection', () => {
  it('gets a URL and the secrets that are ours once, and is off until it is enabled', async () => {
    const made = await connect({ source: 'woocommerce', name: 'Loja' })
    expect(made).toMatchObject({ enabled: false, generated: { secret: expect.stringMatching(/^\S{40,}$/) } })
    expect(made.url).toMatch(/^http:\/\/localhost:5000\/hooks\/in\/[\w-]{43}$/)
    const system = systemOf(made, made.generated.secret)
    await tell(t.app, t.deps, system, { id: 1 }, { headers: { 'x-wc-webhook-topic': 'order.created' } })
    const shown = JSON.stringify([(await call('GET', base)).body, (await call('GET', `${base}/${made.id}`)).body])
    expect(shown).not.toContain(made.generated.secret)
    expect((await call('GET', `${base}/${made.id}/events`)).body.data).toMatchObject([
      { event: 'order.created', state: 'suspended', reason: 'disabled' },
    ])
    const enabled = await call('PATCH', `${base}/${made.id}`, { version: 1, enabled: true })
    expect(enabled.body).toMatchObject({ enabled: true, version: 2 })
    expect((await call('PATCH', `${base}/${made.id}`, { version: 1, enabled: true })).status).toBe(409)
  })

  it('cannot be enabled before it can be verified, and keeps its secrets through a rotation', async () => {
    const made = await connect({ source: 'hotmart', name: 'Cursos' })
    expect(made.generated).toEqual({})
    const refused = await call('PATCH', `${base}/${made.id}`, { version: 1, enabled: true })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'secrets.hottok', code: 'required' }]])
    const first = await call('POST', `${base}/${made.id}/rotations`, { version: 1, secrets: { hottok: 'one' } })
    await call('PATCH', `${base}/${made.id}`, { version: first.body.version, enabled: true })
    const second = await call('POST', `${base}/${made.id}/rotations`, { version: 3, secrets: { hottok: 'two' } })
    expect(second.body.previousUntil).not.toBeNull()
    const status = async (hottok: string, id: string) =>
      (await tell(t.app, t.deps, systemOf(made, hottok), { id, event: 'PURCHASE_APPROVED' })).statusCode
    expect(await Promise.all([status('one', '1'), status('two', '2'), status('none', '3')])).toEqual([200, 200, 401])
    await call('POST', `${base}/${made.id}/rotations`, { version: 4, secrets: { hottok: 'three' }, overlapHours: 0 })
    expect(await Promise.all([status('one', '4'), status('two', '5'), status('three', '6')])).toEqual([401, 401, 200])
    expect((await call('POST', `${base}/${made.id}/rotations`, { version: 5, secrets: { other: 'x' } })).status).toBe(
      422,
    )
  })

  it('ends at once when it is removed', async () => {
    const made = await connect({ source: 'generic', name: 'ERP' })
    expect((await tell(t.app, t.deps, systemOf(made), paid(1))).statusCode).toBe(200)
    expect((await call('DELETE', `${base}/${made.id}`)).status).toBe(204)
    expect((await tell(t.app, t.deps, systemOf(made), paid(2))).statusCode).toBe(404)
    expect((await call('GET', `${base}/${made.id}`)).status).toBe(404)
  })

  it('refuses paths that could run for long, and what the company does not have', async () => {
    const { id } = await connect({ source: 'generic', name: 'ERP' })
    const fields = { name: { path: "$[?match(@.a, '(x+)+y')]" } }
    const mapping = { events: [{ event: 'a', canonical: 'custom', fields }] }
    const actions = [{ id: newId(), type: 'list', listId: newId() }]
    const refusals = [
      await call('PATCH', `${base}/${id}`, { version: 1, mapping }),
      await call('PATCH', `${base}/${id}`, { version: 1, actions }),
      await call('PATCH', `${base}/${id}`, { version: 1, settings: { addresses: [], idPath: '$..*..*' } }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.errors?.[0]?.path])).toEqual([
      [422, 'mapping.events.0.fields.name.path'],
      [422, 'actions.0.listId'],
      [422, 'settings.idPath'],
    ])
  })
})

describe('what came in', () => {
  it('can be tried, kept as a sample and worked off again by another map', async () => {
    const { id, ...made } = await connect({ source: 'generic', name: 'ERP' })
    const system = systemOf({ id, ...made } as never)
    await call('POST', `${base}/${id}/listening`)
    await tell(t.app, t.deps, system, paid(1))
    const [event] = (await call('GET', `${base}/${id}/events`)).body.data
    const samples = (await call('GET', `${base}/${id}/samples`)).body.data
    expect(samples[0]).toMatchObject({ eventId: event.id, body: { order: { number: 1 } } })
    const tried = await call('POST', `${base}/${id}/test`, { eventId: event.id })
    expect(tried.body).toMatchObject({ canonical: 'order.paid', person: 'new', fields: { order_number: 1 } })
    const fields = {
      phone: { path: '$.customer.phone', transforms: [{ op: 'phone' }] },
      total: { path: '$.order.number' },
    }
    const mapping = { events: [{ event: 'order.paid', canonical: 'lead.created', fields }] }
    expect((await call('POST', `${base}/${id}/test`, { eventId: event.id, mapping })).body).toMatchObject({
      canonical: 'lead.created',
      fields: { phone: '5519998871234', total: 1 },
    })
    expect((await call('GET', '/api/v1/contacts')).body.data).toEqual([])
    expect((await call('PUT', `${base}/${id}/events/${event.id}/sample`, { kept: true })).body.isSample).toBe(true)

    await call('PATCH', `${base}/${id}`, { version: 1, enabled: true, mapping })
    expect((await call('POST', `${base}/${id}/replays`, { ids: [event.id] })).body).toEqual({ count: 1 })
    await workOff(t.deps, companyId)
    const worked = await call('GET', `${base}/${id}/events/${event.id}`)
    expect(worked.body).toMatchObject({ state: 'processed', canonical: 'lead.created', fields: { total: 1 } })
    expect(JSON.parse(worked.body.body)).toEqual(paid(1))
    const all = { states: ['processed'], since: new Date(0).toISOString() }
    expect((await call('POST', `${base}/${id}/replays`, all)).body).toEqual({ count: 1 })
  })

  it('shows personal data to no one who may not see it', async () => {
    const { id, ...made } = await connect({ source: 'generic', name: 'ERP' })
    await call('PATCH', `${base}/${id}`, { version: 1, enabled: true })
    await tell(t.app, t.deps, systemOf({ id, ...made } as never), paid(1))
    await workOff(t.deps, companyId)
    const grants = { role: 'member' as const, grants: ['developers.write' as const] }
    const developer = await createSignedIn(t.deps, grants, { id: companyId } as never)
    const [event] = (await call('GET', `${base}/${id}/events`, undefined, developer.headers)).body.data
    const seen = [
      (await call('GET', `${base}/${id}/events/${event.id}`, undefined, developer.headers)).body,
      (await call('GET', `${base}/${id}/samples`, undefined, developer.headers)).body,
    ]
    expect(JSON.stringify(seen)).not.toContain('998871234')
    expect(seen[0]).toMatchObject({ body: null, fields: { order_number: 1 } })
    const tried = await call('POST', `${base}/${id}/test`, { eventId: event.id }, developer.headers)
    expect(tried.status).toBe(403)
  })

  it('of another company is not found', async () => {
    const { id, ...made } = await connect({ source: 'generic', name: 'ERP' })
    await tell(t.app, t.deps, systemOf({ id, ...made } as never), paid(1))
    const [event] = (await call('GET', `${base}/${id}/events`)).body.data
    const other = await createSignedIn(t.deps)
    const theirs = (await call('POST', base, { source: 'generic', name: 'ERP' }, other.headers)).body
    const answers = [
      await call('POST', `${base}/${theirs.id}/replays`, { ids: [event.id] }, other.headers),
      await call('GET', `${base}/${theirs.id}/events/${event.id}`, undefined, other.headers),
      await call('POST', `${base}/${theirs.id}/test`, { eventId: event.id }, other.headers),
      await call('POST', `${base}/${id}/replays`, { ids: [event.id] }, other.headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})
