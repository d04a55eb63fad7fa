import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoint } from '@recado/contracts'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { z } from 'zod'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { AppError } from './app-error.ts'
import { route } from './mount.ts'

const LONG = 'obrigado '.repeat(2000)
const url = '/api/v1/echo'
const problemUrl = '/api/v1/refusal'
const fileUrl = '/api/v1/file.json'

let t: TestApp
beforeAll(async () => {
  t = await buildOwnApp()
  const shared = { method: 'GET', can: 'public', summary: 'Says what it is asked to' } as const
  const response = z.object({ text: z.string() })
  const query = z.object({ times: z.coerce.number() })
  route(t.app, endpoint({ ...shared, path: url, query, response }), (_, { query }) => ({
    text: 'é'.repeat(query.times),
  }))
  route(t.app, endpoint({ ...shared, path: problemUrl, response }), () => {
    throw new AppError('malformed_request', { detail: LONG })
  })
  t.app.get(fileUrl, (_request, reply) => reply.type('application/json').send(JSON.stringify({ text: LONG })))
})
afterAll(() => t.close())

const ask = (path: string, accepted: string, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url: path, headers: { 'accept-encoding': accepted } })

test.each([
  ['br, gzip, deflate', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('a long answer for who takes %s comes as %s', async (accepted, encoding, opened) => {
  const { headers, rawPayload } = await ask(`${url}?times=5000`, accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  expect(headers.vary ?? '').toBe(encoding ? 'accept-encoding' : '')
  expect(JSON.parse(opened(rawPayload).toString())).toEqual({ text: 'é'.repeat(5000) })
})

it('leaves short answers and files as they are', async () => {
  for (const path of [`${url}?times=5`, fileUrl]) {
    const { headers, rawPayload } = await ask(path, 'br')
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([undefined, rawPayload.length])
  }
})

it('sends a long problem compressed and still as a problem', async () => {
  const { statusCode, headers, rawPayload } = await ask(problemUrl, 'br')
  expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([
    400,
    'application/problem+json; charset=utf-8',
    'br',
  ])
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toMatchObject({
    code: 'malformed_request',
    detail: LONG,
  })
})

it('has no content for who asks for the headers alone', async () => {
  const { statusCode, rawPayload } = await ask(`${url}?times=5000`, 'br', 'HEAD')
  expect([statusCode, rawPayload.length]).toEqual([200, 0])
})
