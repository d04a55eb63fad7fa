import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files as storedFiles } from '#server/db/schema/shared/files.ts'
import { newId } from '#server/lib/ids.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createCompany, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
let site: Server
let origin: string
let cookie: Record<string, string>

const picture = (background: string | object = '#2a9d8f') =>
  sharp({ create: { width: 400, height: 200, channels: 4, background } })

beforeAll(async () => {
  server = await buildOwnApp({ OUTBOUND_PRIVATE_HOSTS: 'localhost' })
  const files: Record<string, Buffer> = {
    '/photo.jpg': await picture()
      .jpeg()
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .toBuffer(),
    '/logo.png': await picture({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer(),
    '/drawing.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
    ),
    '/large.png': Buffer.alloc(9 * 1024 * 1024),
  }
  site = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file ? 200 : 404, { 'content-type': 'image/png' }).end(file)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(site.address() as AddressInfo).port}`
  cookie = await signIn(server.deps, (await createUser(server.deps)).id)
})
afterAll(async () => {
  await server.close()
  site.close()
})

const get = (url: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/v1/images?${new URLSearchParams({ url, w: '96', ...query })}`,
    headers: { ...cookie, ...headers },
  })
const outcome = async (answer: ReturnType<typeof get>) => {
  const { statusCode, json } = await answer
  return [statusCode, json().code]
}

test('a picture of another site is made small, as WebP where the browser takes it, and without metadata', async () => {
  const answer = await get(`${origin}/photo.jpg`, {}, { accept: 'image/webp,*/*' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(answer.headers).toMatchObject({ 'cache-control': 'private, max-age=86400', vary: 'accept' })
  const small = await sharp(answer.rawPayload).metadata()
  expect([small.width, small.height, small.exif]).toEqual([96, 48, undefined])
  const again = await get(
    `${origin}/photo.jpg`,
    {},
    { accept: 'image/webp', 'if-none-match': String(answer.headers.etag) },
  )
  expect(again.statusCode).toBe(304)
})

test('other browsers get JPEG, or PNG where something is transparent; nothing is enlarged', async () => {
  expect((await get(`${origin}/photo.jpg`)).headers['content-type']).toBe('image/jpeg')
  const logo = await get(`${origin}/logo.png`, { w: '3840' })
  expect([logo.headers['content-type'], (await sharp(logo.rawPayload).metadata()).width]).toEqual(['image/png', 400])
})

test('a large file of this installation is not read to its end', async () => {
  const stored = await server.deps.files.put(Buffer.alloc(9 * 1024 * 1024), 10 * 1024 * 1024)
  const [id, company] = [newId(), await createCompany(server.deps)]
  const row = { id, companyId: company.id, ownerKind: 'attachment', name: 'large.png', mime: 'image/png', ...stored }
  await server.deps.database.db.insert(storedFiles).values(row)
  expect(await outcome(get(fileUrl(server.deps, id)))).toEqual([413, 'file_too_large'])
})

test('drawings that can run scripts, large files, other answers, widths and schemes are refused', async () => {
  expect(await outcome(get(`${origin}/drawing.svg`))).toEqual([422, 'file_type_refused'])
  expect(await outcome(get(`${origin}/large.png`))).toEqual([413, 'file_too_large'])
  expect(await outcome(get(`${origin}/missing.png`))).toEqual([502, 'provider_error'])
  expect(await outcome(get(`${origin}/photo.jpg`, { w: '97' }))).toEqual([422, 'validation_failed'])
  expect(await outcome(get(`${origin}/photo.jpg`, { q: '101' }))).toEqual([422, 'validation_failed'])
  expect(await outcome(get('file:///etc/passwd'))).toEqual([422, 'validation_failed'])
})

test('pictures of this installation come by their relative address, to whoever may see them', async () => {
  const { headers } = await createSignedIn(server.deps)
  const head =
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), await picture().jpeg().toBuffer(), Buffer.from('\r\n--edge--\r\n')])
  const multipart = { 'content-type': 'multipart/form-data; boundary=edge', 'sec-fetch-site': 'same-origin' }
  const browser = createBrowser(server.app)
  browser.use(headers)
  await browser.session()
  const { avatarUrl } = (await browser.send('POST', '/api/v1/me/photo', { payload, headers: multipart })).json()
  const small = await get(avatarUrl, { w: '48' }, headers)
  expect(small.statusCode, small.body).toBe(200)
  expect([small.statusCode, (await sharp(small.rawPayload).metadata()).width]).toEqual([200, 48])
  expect(await outcome(get(avatarUrl, { w: '48' }, { cookie: '' }))).toEqual([401, 'unauthenticated'])
  for (const other of ['/api/v1/me', '/api/v1/images?url=/favicon.png&w=96', '//elsewhere/a.png', '/../a.png'])
    expect(await outcome(get(other, {}, headers)), other).toEqual([422, 'validation_failed'])
})

test('private addresses are not called, and no one without a session is served', async () => {
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1']) {
    expect(await outcome(get(`http://${host}/photo.jpg`))).toEqual([422, 'validation_failed'])
  }
  expect(await outcome(get(`${origin}/photo.jpg`, {}, { cookie: '' }))).toEqual([401, 'unauthenticated'])
})

test('a network of IPv6 has one share of what no one is signed in for', async () => {
  const ask = (n: number) =>
    server.app.inject({
      url: `/api/v1/images?${new URLSearchParams({ url: '/nothing.png', w: '96' })}`,
      remoteAddress: `2001:db8::${n.toString(16)}`,
    })
  const { now } = server.deps
  const moment = now()
  server.deps.now = () => moment
  try {
    const statuses = new Set<number>()
    for (let n = 1; n <= 200; n += 1) statuses.add((await ask(n)).statusCode)
    expect([...statuses]).toEqual([404, 429])
  } finally {
    server.deps.now = now
  }
})
