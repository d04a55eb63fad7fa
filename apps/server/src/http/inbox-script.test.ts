import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { registerInboxScript } from './inbox-script.ts'

const embed = "import './chunks/socket-a1b2c3d4.js'\n".repeat(20)
const chunk = 'export const socket = 1\n'.repeat(20)

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recado-embed-'))
  const root = join(folder, 'embed')
  await mkdir(join(root, 'chunks', 'deep'), { recursive: true })
  const files: Record<string, string | Buffer> = {
    'embed/embed.js': embed,
    'embed/embed.js.br': brotliCompressSync(embed),
    'embed/embed.js.gz': gzipSync(embed),
    'embed/chunks/socket-a1b2c3d4.js': chunk,
    'embed/chunks/socket-a1b2c3d4.js.gz': gzipSync(chunk),
    'embed/chunks/plain-a1b2c3d4.js': chunk,
    'embed/chunks/deep/x.js': 'secret',
    'embed/manifest.json': '{"secret":true}',
    'embed/.hidden.js': 'secret',
    'secret.js': 'secret',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  app = fastify()
  await app.register(helmet)
  await registerInboxScript(app, root)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the script of the inbox', () => {
  it.each(['bytes=9-1', 'bytes=', 'bytes=999999999-', 'bytes=0-3'])(
    'is given whole to who asks for %s',
    async (range) => {
      const answer = await get('/inbox/embed.js', { range })
      expect([answer.statusCode, answer.body]).toEqual([200, embed])
    },
  )

  it('is there for pages of any origin, for an hour, and then by its tag', async () => {
    const answer = await get('/inbox/embed.js', { origin: 'https://shop.example' })
    expect([answer.statusCode, answer.body]).toEqual([200, embed])
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
      etag: expect.any(String),
      'x-content-type-options': 'nosniff',
    })
    const again = await get('/inbox/embed.js', { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' })
  })

  it('loads chunks that never change', async () => {
    const answer = await get('/inbox/chunks/plain-a1b2c3d4.js')
    expect([answer.statusCode, answer.body]).toEqual([200, chunk])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it.each([
    ['/inbox/embed.js', 'br, gzip', 'br', 'public, max-age=3600'],
    ['/inbox/embed.js', 'gzip', 'gzip', 'public, max-age=3600'],
    ['/inbox/chunks/socket-a1b2c3d4.js', 'gzip', 'gzip', 'public, max-age=31536000, immutable'],
    ['/inbox/chunks/plain-a1b2c3d4.js', 'gzip', undefined, 'public, max-age=31536000, immutable'],
  ])('%s comes compressed for %s as %s', async (url, accepted, encoding, cache) => {
    const { headers, statusCode } = await get(url, { 'accept-encoding': accepted })
    expect(statusCode).toBe(200)
    expect([headers['content-encoding'], headers['cache-control']]).toEqual([encoding, cache])
    expect(headers['content-type']).toContain('javascript')
    expect(headers.vary).toContain('accept-encoding')
  })

  it.each([
    '/inbox/manifest.json',
    '/inbox/.hidden.js',
    '/inbox/chunks/',
    '/inbox/chunks',
    '/inbox/chunks/deep/x.js',
    '/inbox/nothing.js',
    '/inbox/chunks/nothing-a1b2c3d4.js',
    '/inbox/embed.js.br',
    '/inbox/../secret.js',
    '/inbox/%2e%2e/secret.js',
    '/inbox/..%2fsecret.js',
    '/inbox/chunks/..%2f..%2fsecret.js',
    '/inbox/chunks/%2e%2e%2fmanifest.json',
    '/inbox/embed.js%00.js',
  ])('is all there is: not %s', async (url) => {
    const answer = await get(url)
    expect([400, 403, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toMatch(/"secret"|^secret/)
  })
})

describe('before it is built', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await buildTestApp()
  })
  afterAll(() => test.close())

  it('is not found, and no page stands in for it', async () => {
    const bare = fastify()
    await registerInboxScript(bare, join(folder, 'nowhere'))
    expect((await bare.inject('/inbox/embed.js')).statusCode).toBe(404)
    const other = await test.app.inject('/inbox/chunks/nothing-a1b2c3d4.js')
    expect([other.statusCode, other.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ])
  })
})
