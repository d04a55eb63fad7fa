import { allEndpoints } from '@recado/contracts/openapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../test/app.ts'

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
  expect(printed.toSorted()).toEqual(allEndpoints.map(({ name }) => name).toSorted())
  const reply = document.paths['/api/v1/conversations/{id}/messages']?.['post']
  expect(reply?.security).toEqual([{ session: [] }])
  expect(Object.keys(reply?.responses ?? {})).toEqual(expect.arrayContaining(['201', '401', '403', '404', '422']))
  expect(document.paths['/api/v1/settings/general']?.['get']?.security).toEqual([])
})

it('shows them on a page that loads everything from here', async () => {
  const page = await test.app.inject('/docs/api')
  expect(page.statusCode).toBe(200)
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(sources.length).toBeGreaterThan(3)
  for (const source of sources) expect((await test.app.inject(source)).statusCode, source).toBe(200)
})
