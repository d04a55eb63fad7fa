import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { workOff } from '#server/test/inbound.ts'
import { newSourceKey, shopDefinition, shopOrder, shopProof } from '#server/test/webhook-templates.ts'

let t: TestApp
let admin: { cookie: string }
let company: { id: string; headers: { cookie: string } }

beforeAll(async () => {
  t = await buildTestApp()
  const { id } = await createUser(t.deps, { role: 'admin' })
  admin = await signIn(t.deps, id, null)
})
afterAll(() => t.close())
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  company = { id: signedIn.company.id, headers: signedIn.headers }
})

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
const call = async (method: Method, url: string, payload: object | undefined, headers: { cookie: string }) => {
  const answer = await t.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
const asAdmin = (method: Method, path: string, payload?: object) =>
  call(method, `/admin/webhook-templates${path}`, payload, admin)
const asCompany = (method: Method, path: string, payload?: object) => call(method, path, payload, company.headers)

const secret = 'the key that the shop shows'

/** Writes a system and offers it to companies. */
const publish = async (definition: SourceDefinition, key = newSourceKey()): Promise<string> => {
  const isNew = (await asAdmin('GET', `/${key}`)).status === 404
  const begun = isNew
    ? await asAdmin('POST', '', { key, name: definition.name, definition })
    : await asAdmin('POST', `/${key}/draft`, {})
  expect(begun.status).toBe(201)
  const saved = await asAdmin('PUT', `/${key}/draft`, { version: begun.body.shown.version, definition })
  const published = await asAdmin('POST', `/${key}/publication`, { version: saved.body.shown.version })
  expect([published.status, published.body.shown?.status]).toEqual([200, 'published'])
  return key
}

const connect = async (source: string) => {
  const made = await asCompany('POST', '/webhook-integrations', { source, name: 'Loja', secrets: { secret } })
  expect(made.status).toBe(201)
  const enabled = await asCompany('PATCH', `/webhook-integrations/${made.body.id}`, { version: 1, enabled: true })
  return { ...enabled.body, url: new URL(made.body.url).pathname }
}

const tell = (url: string, body: object, proof?: Record<string, string>) => {
  const payload = JSON.stringify(body)
  const headers = proof ?? shopProof(payload, secret, t.deps.now())
  return t.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload })
}

describe('a system that platform admins add', () => {
  it('is published once its samples pass, is connected by a company, and what it tells is worked off', async () => {
    const key = newSourceKey()
    const definition = shopDefinition()
    const name = { en: 'Live Shop', pt: 'Loja Viva' }
    const draft = await asAdmin('POST', '', { key, name, definition })
    expect([draft.status, draft.body.status, draft.body.number]).toEqual([201, 'draft', null])
    const cards = async () => (await asCompany('GET', '/webhook-sources')).body.data
    expect((await cards()).map((card: { key: string }) => card.key)).not.toContain(key)
    const refused = await asCompany('POST', '/webhook-integrations', { source: key, name: 'Loja' })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'source'])

    const tested = await asAdmin('POST', `/${key}/test`, {})
    expect(tested.body).toMatchObject({ passed: true, results: [{ id: 'order-paid', differences: [] }] })
    expect((await asAdmin('POST', `/${key}/publication`, { version: 1 })).body).toMatchObject({ number: 1 })
    expect((await cards()).find((card: { key: string }) => card.key === key)).toMatchObject({
      ...{ number: 1, name, docsUrl: 'https://docs.example.com/webhooks', recipes: [{ templateName: 'order_paid' }] },
    })

    const system = await connect(key)
    expect(system).toMatchObject({ sourceName: name, sourceNumber: 1, newerNumber: null, deprecated: false })
    expect(
      (await tell(system.url, shopOrder('paid'), { 'x-shop-time': '1', 'x-shop-signature': 'no' })).statusCode,
    ).toBe(401)
    expect((await tell(system.url, shopOrder('paid'))).statusCode).toBe(200)
    expect((await tell(system.url, shopOrder('paid'))).statusCode).toBe(200)
    await workOff(t.deps, company.id)
    const events = (await asCompany('GET', `/webhook-integrations/${system.id}/events?limit=10`)).body.data
    expect(
      events.map(({ state, canonical }: { state: string; canonical: string }) => [state, canonical]),
    ).toContainEqual(['processed', 'order.paid'])
    const [contact] = (await asCompany('GET', '/contacts')).body.data
    expect(contact).toMatchObject({ displayName: 'Ana Souza', phone: '+5511987654321' })
    expect((await asCompany('GET', '/contacts')).body.data).toHaveLength(1)
  })

  it('is not published while a sample comes to something else, whatever the page shows', async () => {
    const key = newSourceKey()
    const [sample] = shopDefinition().samples
    const wrong = { ...sample, expected: { ...sample?.expected, fields: { name: 'Someone else' } } }
    const definition = shopDefinition({ samples: [wrong as never] })
    await asAdmin('POST', '', { key, name: definition.name, definition })
    const tested = await asAdmin('POST', `/${key}/test`, {})
    expect(tested.body.passed).toBe(false)
    expect(tested.body.results[0].differences).toContainEqual({
      ...{ path: 'fields.name', expected: 'Someone else', actual: 'Ana Souza' },
    })
    const refused = await asAdmin('POST', `/${key}/publication`, { version: 1 })
    expect([refused.status, refused.body.code, refused.body.data.failed]).toEqual([422, 'samples_failing', 1])
    const bare = shopDefinition({ samples: [], steps: { en: ['Do it.'], pt: [] } })
    await asAdmin('PUT', `/${key}/draft`, { version: 1, definition: bare })
    const missing = await asAdmin('POST', `/${key}/publication`, { version: 2 })
    expect(missing.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'definition.steps.pt',
      'definition.samples',
    ])
  })

  it('refuses paths that could run for long, addresses of other kinds, and signatures that prove nothing', async () => {
    const key = newSourceKey()
    const verification = shopDefinition().verification
    const hostile: Record<string, Partial<SourceDefinition>> = {
      'definition.event.path': { event: { from: 'path', path: '$..*..*' } },
      'definition.events.0.fields.name.path': {
        events: [
          {
            ...{ event: 'a', canonical: 'custom', enabled: true },
            fields: { name: { path: "$[?match(@.a, '(x+)+y')]", transforms: [], required: false } },
          },
        ],
      },
      'definition.docsUrl': { docsUrl: 'javascript:alert(1)' },
      'definition.verification.signed': { verification: { ...verification, signed: '{timestamp}' } as never },
      'definition.samples.0.body': {
        samples: [
          {
            id: 'deep',
            headers: {},
            body: '['.repeat(50_000),
            expected: shopDefinition().samples[0]?.expected as never,
          },
        ],
      },
      'definition.secrets': { secrets: [] },
    }
    for (const [path, change] of Object.entries(hostile)) {
      const answer = await asAdmin('POST', '', { key, name: shopDefinition().name, definition: shopDefinition(change) })
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path])
    }
    const large = { ...shopDefinition().samples[0], body: JSON.stringify('é'.repeat(60_000)) }
    const answer = await asAdmin('POST', '', {
      key,
      name: shopDefinition().name,
      definition: shopDefinition({ samples: [large as never] }),
    })
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'definition.samples.0.body'])
    const unsigned = { ...verification, signed: '{body}' } as never
    const replayable = await asAdmin('POST', '', {
      key,
      name: shopDefinition().name,
      definition: shopDefinition({ verification: unsigned }),
    })
    expect([replayable.status, replayable.body.errors?.[0]?.path]).toEqual([422, 'definition.verification.signed'])
  })

  it('keeps what one admin saved when another saves what they read before', async () => {
    const key = newSourceKey()
    const definition = shopDefinition()
    await asAdmin('POST', '', { key, name: definition.name, definition })
    const first = { ...definition, name: { en: 'First', pt: 'Primeira' } }
    expect((await asAdmin('PUT', `/${key}/draft`, { version: 1, definition: first })).status).toBe(200)
    const second = await asAdmin('PUT', `/${key}/draft`, { version: 1, definition })
    expect([second.status, second.body.data.current.shown.definition.name.en]).toEqual([409, 'First'])
    expect((await asAdmin('POST', `/${key}/publication`, { version: 1 })).status).toBe(409)
  })

  it('begins with another one, as far as that needs no code of its own', async () => {
    const copied = await asAdmin('POST', '', { key: newSourceKey(), name: { en: 'A', pt: 'A' }, from: 'shopify' })
    expect(copied.body.shown.definition).toMatchObject({
      ...{ verification: { scheme: 'hmac', encoding: 'base64' }, event: { from: 'header', header: 'x-shopify-topic' } },
    })
    const tested = await asAdmin('POST', `/${copied.body.key}/test`, {})
    expect(tested.body.passed).toBe(true)
    const coded = await asAdmin('POST', '', { key: newSourceKey(), name: { en: 'A', pt: 'A' }, from: 'mercado_pago' })
    expect([coded.status, coded.body.code]).toEqual([409, 'state_invalid'])
    const taken = await asAdmin('POST', '', { key: 'shopify', name: { en: 'A', pt: 'A' } })
    expect([taken.status, taken.body.code]).toEqual([409, 'duplicate'])
  })

  it('is offered only to companies with what it asks for, and to none once it is deprecated', async () => {
    const key = await publish(shopDefinition({ blocks: ['smart_agent'] }))
    const isOffered = async () =>
      (await asCompany('GET', '/webhook-sources')).body.data.some((card: { key: string }) => card.key === key)
    expect(await isOffered()).toBe(false)
    expect((await asCompany('POST', '/webhook-integrations', { source: key, name: 'Loja' })).status).toBe(422)
    await publish(shopDefinition(), key)
    expect(await isOffered()).toBe(true)
    const system = await connect(key)
    await asAdmin('PUT', `/${key}/versions/2/deprecation`, { deprecated: true })
    await asAdmin('PUT', `/${key}/versions/1/deprecation`, { deprecated: true })
    expect(await isOffered()).toBe(false)
    expect((await asCompany('GET', `/webhook-integrations/${system.id}`)).body).toMatchObject({ deprecated: true })
    expect((await tell(system.url, shopOrder('paid'))).statusCode).toBe(200)
    await asAdmin('PUT', `/${key}/versions/2/deprecation`, { deprecated: false })
    expect(await isOffered()).toBe(true)
  })
})

describe('a version after the first', () => {
  const shippedToo = (): SourceDefinition => {
    const definition = shopDefinition()
    const [paid] = definition.events
    if (!paid) throw new Error('no event')
    const path = { path: '$.order.code', transforms: [], required: false }
    return {
      ...definition,
      events: [
        { ...paid, fields: { ...paid.fields, order_number: path, name: { ...path, path: '$.order.client.name' } } },
        { ...paid, event: 'order_shipped', canonical: 'fulfillment.shipped', fields: { order_number: path } },
      ],
      samples: definition.samples.map((sample) => ({
        ...sample,
        expected: { ...sample.expected, fields: { phone: '5511987654321', amount: 1259.9, order_number: 'V-77' } },
      })),
    }
  }

  it('is followed when the company says so, and what the company changed itself stays', async () => {
    const key = await publish(shopDefinition())
    const system = await connect(key)
    const fields = {
      ...system.mapping.events[0].fields,
      phone: { path: '$.order.client.whatsapp', transforms: [], required: true },
    }
    const mapping = { events: [{ ...system.mapping.events[0], fields }] }
    await asCompany('PATCH', `/webhook-integrations/${system.id}`, { version: system.version, mapping })
    await publish(shippedToo(), key)

    const before = (await asCompany('GET', `/webhook-integrations/${system.id}`)).body
    expect(before).toMatchObject({ sourceNumber: 1, newerNumber: 2, mapping })
    const preview = (await asCompany('GET', `/webhook-integrations/${system.id}/move`)).body
    expect(preview).toMatchObject({ from: 1, to: 2, verification: false, missing: [] })
    const told = preview.changes.map(({ event, field, kind }: Record<string, string>) => [event, field, kind])
    expect(told).toEqual(
      expect.arrayContaining([
        ['order_paid', 'order_number', 'added'],
        ['order_paid', 'name', 'changed'],
        ['order_shipped', null, 'added'],
      ]),
    )
    const moved = await asCompany('POST', `/webhook-integrations/${system.id}/move`, { to: 2, version: before.version })
    expect(moved.body).toMatchObject({ sourceNumber: 2, newerNumber: null, enabled: true })
    expect(moved.body.mapping.events).toMatchObject([
      {
        event: 'order_paid',
        fields: { phone: fields.phone, name: { path: '$.order.client.name' }, order_number: { path: '$.order.code' } },
      },
      { event: 'order_shipped' },
    ])
    const again = await asCompany('POST', `/webhook-integrations/${system.id}/move`, {
      ...{ to: 2, version: moved.body.version },
    })
    expect([again.status, again.body.code]).toEqual([409, 'state_invalid'])
    expect((await tell(system.url, shopOrder('shipped'))).statusCode).toBe(200)
  })

  it('shows what differs and who follows which, and moves systems of companies', async () => {
    const key = await publish(shopDefinition())
    const system = await connect(key)
    await publish(shippedToo(), key)
    const detail = (await asAdmin('GET', `/${key}`)).body
    expect(detail.versions).toMatchObject([
      { number: 2, uses: 0, status: 'published' },
      { number: 1, uses: 1, status: 'published' },
    ])
    expect(detail.shown.changes).toContainEqual({
      path: ['events', 'order_paid', 'fields', 'order_number', 'path'],
      ...{ before: null, after: '$.order.code' },
    })
    const uses = (await asAdmin('GET', `/${key}/uses`)).body.data
    expect(uses).toMatchObject([{ id: system.id, number: 1, company: { id: company.id }, enabled: true }])
    const ask = (apply: boolean) => asAdmin('POST', `/${key}/moves`, { ids: [system.id], to: 2, apply })
    expect((await ask(false)).body.data).toMatchObject([{ code: null, changes: expect.arrayContaining([]) }])
    expect((await asAdmin('GET', `/${key}/uses`)).body.data[0].number).toBe(1)
    await ask(true)
    expect((await ask(true)).body.data).toMatchObject([{ id: system.id, code: 'same_version' }])
    expect((await asCompany('GET', `/webhook-integrations/${system.id}`)).body.sourceNumber).toBe(2)
    const foreign = await connect(await publish(shopDefinition()))
    const others = await asAdmin('POST', `/${key}/moves`, { ids: [foreign.id], to: 2, apply: true })
    expect(others.body.data).toMatchObject([{ code: 'not_found' }])
  })

  it('asks for the secret that its way of proving needs before a system that is on follows it', async () => {
    const key = await publish(shopDefinition({ verification: { scheme: 'none' }, secrets: [] }))
    const made = await asCompany('POST', '/webhook-integrations', { source: key, name: 'Loja' })
    await asCompany('PATCH', `/webhook-integrations/${made.body.id}`, { version: 1, enabled: true })
    await publish(shopDefinition(), key)
    const path = `/webhook-integrations/${made.body.id}/move`
    expect((await asCompany('GET', path)).body).toMatchObject({ verification: true, missing: [{ key: 'secret' }] })
    const refused = await asCompany('POST', path, { to: 2, version: 2 })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'secrets.secret'])
    const byAdmin = await asAdmin('POST', `/${key}/moves`, { ids: [made.body.id], to: 2, apply: true })
    expect(byAdmin.body.data).toMatchObject([{ code: 'secret_missing' }])
  })
})

describe('systems of the product', () => {
  it('pass the tests of their own samples', async () => {
    const sources = (await asAdmin('GET', '')).body.data.filter(
      ({ origin }: { origin: string }) => origin === 'product',
    )
    expect(sources).toHaveLength(12)
    for (const { key } of sources) {
      const { body } = await asAdmin('POST', `/${key}/test`, {})
      expect([key, body.passed, body.results.length > 0]).toEqual([key, true, true])
    }
  })

  it('cannot be changed', async () => {
    const answers = [
      await asAdmin('POST', '/shopify/draft', {}),
      await asAdmin('PUT', '/shopify/draft', { version: 0, definition: shopDefinition() }),
      await asAdmin('POST', '/shopify/publication', { version: 0 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
  })
})
