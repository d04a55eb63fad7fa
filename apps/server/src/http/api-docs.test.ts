import { readdirSync, readFileSync } from 'node:fs'
import { v1Endpoints } from '@recado/contracts/notifications/openapi'
import { publicExamples } from '@recado/contracts/public-examples'
import { Validator } from '@seriousme/openapi-schema-validator'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationRoutes } from '#server/notifications/api/routes.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { contractEndpoints } from './contract-endpoints.ts'

let test: TestApp

beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

type Operation = { operationId: string; security: unknown[]; responses: Record<string, unknown> }
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

it('prints every endpoint of the contracts as OpenAPI 3.1', async () => {
  const answer = await test.app.inject('/api/v1/openapi.json')
  expect(answer.statusCode).toBe(200)
  const document = answer.json<Document>()
  expect(document.openapi).toBe('3.1.0')
  const printed = Object.values(document.paths).flatMap((path) => Object.values(path).map((o) => o.operationId))
  expect(printed.toSorted()).toEqual(contractEndpoints.map(({ name }) => name).toSorted())
  const reply = document.paths['/api/v1/conversations/{id}/messages']?.['post']
  expect(reply?.security).toEqual([{ session: [] }])
  expect(Object.keys(reply?.responses ?? {})).toEqual(expect.arrayContaining(['201', '401', '403', '404', '422']))
  expect(document.paths['/api/v1/settings/general']?.['get']?.security).toEqual([])
})

it('prints what programs may call, with what they need for it, apart', async () => {
  const document = (await test.app.inject('/api/openapi.json')).json<Document>()
  const open = contractEndpoints.filter(({ endpoint }) => endpoint.scope)
  const printed = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(printed.map(({ operationId }) => operationId).toSorted()).toEqual(open.map(({ name }) => name).toSorted())
  for (const { name, endpoint } of open) {
    const operation = printed.find(({ operationId }) => operationId === name)
    expect(operation?.security, name).toEqual([{ ApiKey: [endpoint.scope] }])
    expect(Object.keys(operation?.responses ?? {}), name).toEqual(expect.arrayContaining(['401', '403', '429']))
  }
})

it('shows bodies and answers that are taken and given', () => {
  const named = new Map(contractEndpoints.map(({ name, endpoint }) => [name, endpoint]))
  for (const [name, { body, response }] of Object.entries(publicExamples)) {
    const endpoint = named.get(name)
    expect(endpoint?.scope, name).toBeTruthy()
    if (body !== undefined) expect(endpoint?.body?.safeParse(body).error, name).toBeUndefined()
    if (response !== undefined) expect(endpoint?.response?.safeParse(response).error, name).toBeUndefined()
  }
})

it('prints every endpoint of the notification contracts', async () => {
  const answer = await test.app.inject('/v1/openapi.json')
  expect(answer.statusCode).toBe(200)
  const document = answer.json<Document>()
  const printed = Object.values(document.paths).flatMap((path) => Object.values(path).map((o) => o.operationId))
  expect(printed.toSorted()).toEqual(v1Endpoints.map(({ name }) => name).toSorted())
  const operation = (method: string, path: string) => document.paths[path]?.[method]
  const trigger = operation('post', '/v1/events/trigger')
  expect(trigger?.security).toEqual([{ ApiKey: [] }])
  expect(Object.keys(trigger?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '400', '401', '409', '413', '422', '429']),
  )
  expect(operation('get', '/v1/widgets/notifications/feed')?.security).toEqual([{ Bearer: [] }])
  expect(operation('post', '/v1/widgets/session/initialize')?.security).toEqual([])
  expect(Object.keys(operation('post', '/v1/environments')?.responses ?? {})).toEqual(['401', 'default'])
})

it('has every route of the notification API in its document, and the other way round', async () => {
  const mounted: string[] = []
  const app = fastify()
  app.decorate('deps', test.deps)
  app.addHook('onRoute', ({ method, url }) => void mounted.push(`${method} ${url}`))
  await app.register(notificationRoutes, { prefix: '/v1' })
  await app.close()
  const declared = v1Endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(mounted.filter((route) => !/^(HEAD|OPTIONS) /.test(route)).toSorted()).toEqual(declared.toSorted())
  for (const { endpoint } of v1Endpoints)
    expect(test.app.hasRoute({ method: endpoint.method, url: endpoint.path }), endpoint.path).toBe(true)
})

it('keeps the files of endpoints together: none is left out of the document', () => {
  const folder = new URL('../../../../packages/contracts/src/notifications/', import.meta.url)
  const declaring = readdirSync(folder)
    .filter((file) => /\bv1\(\{/.test(readFileSync(new URL(file, folder), 'utf8')))
    .map((file) => file.replace(/\.ts$/, ''))
  expect(declaring.toSorted()).toEqual([...new Set(v1Endpoints.map(({ area }) => area))].toSorted())
})

it.each(['/api/openapi.json', '/api/v1/openapi.json', '/v1/openapi.json'])(
  'prints a valid document at %s',
  async (url) => {
    const { valid, errors } = await new Validator().validate((await test.app.inject(url)).json())
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  },
)

it.each(['/docs/api', '/docs/app', '/docs/notifications'])(
  'shows them at %s, a page that loads everything from here',
  async (url) => {
    const page = await test.app.inject(url)
    expect(page.statusCode).toBe(200)
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) expect((await test.app.inject(source)).statusCode, source).toBe(200)
  },
)
