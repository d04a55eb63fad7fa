import { settingsDefaults } from '@recado/contracts/shared/settings'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
let admin: ReturnType<typeof createBrowser>
beforeAll(async () => {
  server = await buildOwnApp()
  const user = await createUser(server.deps, { role: 'admin' })
  admin = createBrowser(server.app)
  admin.use(await signIn(server.deps, user.id))
  await admin.session()
})
afterAll(() => server.close())

const now = async () => (await admin.get('/api/v1/admin/settings')).json()
const save = async (tab: string, values: object, version?: number) =>
  admin.put('/api/v1/admin/settings', { tab, values, version: version ?? (await now()).version })

test('what is saved is what pages and mails show; empty billing fields stay the defaults', async () => {
  expect((await now()).settings).toEqual(settingsDefaults)
  expect((await save('brand', { name: 'Mensageiro', emailFooter: { en: '', pt: '' } })).statusCode).toBe(200)
  await save('billing', { ...settingsDefaults.billing, city: 'Recife' })
  const general = (await server.app.inject('/api/v1/settings/general')).json()
  expect(general).toMatchObject({ name: 'Mensageiro', billing_city: 'Recife', billing_country: 'Brazil' })
  expect(Object.keys(general).toSorted()).toEqual(
    [
      'billing_address',
      'billing_city',
      'billing_country',
      'billing_state',
      'billing_zip',
      'domain',
      'favicon',
      'id',
      'logo',
      'name',
      'notifications',
    ].toSorted(),
  )
})

test('two people saving: the second is told, and a save can be brought back', async () => {
  const { version } = await now()
  await save('domain', { domain: 'first.example.com' }, version)
  const second = await save('domain', { domain: 'second.example.com' }, version)
  expect([second.statusCode, second.json().code]).toEqual([409, 'conflict'])
  expect(second.json().data.current.settings.domain.domain).toBe('first.example.com')
  await save('domain', { domain: 'second.example.com' })
  const { data } = (await admin.get('/api/v1/admin/settings/versions')).json()
  expect(data[0]).toMatchObject({ tab: 'domain', changed: ['domain'] })
  const back = await admin.post(`/api/v1/admin/settings/versions/${version + 1}/restore`)
  expect(back.json()).toMatchObject({ version: version + 3, settings: { domain: { domain: 'first.example.com' } } })
})

test('maintenance lets people read and no one but admins write', async () => {
  const { headers } = await createSignedIn(server.deps)
  const member = createBrowser(server.app)
  member.use(headers)
  await member.session()
  await save('maintenance', { readOnly: true, message: { en: 'Back at noon', pt: 'Voltamos ao meio-dia' } })
  const write = await member.patch('/api/v1/me', { name: 'Another Name' })
  expect([write.statusCode, write.json()]).toMatchObject([
    503,
    { code: 'maintenance', data: { message: { en: 'Back at noon' } } },
  ])
  expect((await member.get('/api/v1/me')).statusCode).toBe(200)
  expect((await server.app.inject('/api/v1/app')).json().maintenance).toMatchObject({ pt: 'Voltamos ao meio-dia' })
  await save('maintenance', { readOnly: false, message: { en: '', pt: '' } })
  expect((await member.patch('/api/v1/me', { name: 'Another Name' })).statusCode).toBe(200)
})

test('the tag manager is allowed by the policy of pages only once it is saved', async () => {
  const policy = async () => String((await server.app.inject('/signin')).headers['content-security-policy'])
  expect(await policy()).not.toContain('googletagmanager')
  expect((await save('tracking', { tagManagerId: 'nonsense' })).statusCode).toBe(422)
  await save('tracking', { tagManagerId: 'GTM-ABC1234' })
  expect((await server.app.inject('/api/v1/app')).json().tagManagerId).toBe('GTM-ABC1234')
  // A built web app has a script within its page.
  expect(await policy()).toMatch(
    /script-src 'self' https:\/\/connect\.facebook\.net( 'sha256-[^']+')? https:\/\/www\.googletagmanager\.com;/,
  )
  const hosts = ['www.googletagmanager.com', '*.google-analytics.com', 'tags.example.com']
  await save('tracking', { tagManagerId: 'GTM-ABC1234', hosts })
  const opened = (await policy()).split(';').filter((part) => part.includes('googletagmanager'))
  expect(opened.map((part) => part.split(' ')[0]).toSorted()).toEqual(['connect-src', 'img-src', 'script-src'])
  for (const part of opened) {
    expect(part).toMatch(
      / https:\/\/www\.googletagmanager\.com https:\/\/\*\.google-analytics\.com https:\/\/tags\.example\.com$/,
    )
  }
  await save('tracking', { tagManagerId: '', hosts })
  expect(await policy()).not.toMatch(/google|tags\.example/)
})

test.each([
  ['*'],
  ['http://a.example.com'],
  ['a.example.com/path'],
  ['a.example.com; script-src *'],
  ['localhost'],
  ["'unsafe-inline'"],
])('the policy of pages is not opened to %s', async (host) => {
  const hosts = ['www.googletagmanager.com', host]
  expect((await save('tracking', { tagManagerId: 'GTM-ABC1234', hosts })).statusCode).toBe(422)
})

test.each([['https://a.example.com;script-src'], ['https://%20.example.com/'], ['https://exa<mple.com/']])(
  'the page of the tutorial is not at %s, and pages go on being served',
  async (address) => {
    const page = async () => (await server.app.inject('/signin')).statusCode
    const before = await page()
    const { statusCode } = await save('tutorial', { videoUrl: { en: address, pt: '' } })
    expect([statusCode, await page()]).toEqual([422, before])
  },
)

test('hosts without that of the script are refused', async () => {
  const answer = await save('tracking', { tagManagerId: 'GTM-ABC1234', hosts: ['tags.example.com'] })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'values.hosts'])
})

const upload = (bytes: Buffer, type: string) => {
  const head = `--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'sec-fetch-site': 'same-origin' }
  return admin.send('POST', '/api/v1/admin/settings/images/logo', { payload, headers })
}

test('a logo may be a JPEG file', async () => {
  const photo = sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a9d8f' } })
  const { logo } = (await upload(await photo.jpeg().toBuffer(), 'image/jpeg')).json()
  expect((await server.app.inject(logo)).headers['content-type']).toBe('image/png')
})

test('a logo is drawn again: nothing of a vector file is served', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script><rect width="20" height="10"/></svg>'
  const { logo } = (await upload(Buffer.from(svg), 'image/svg+xml')).json()
  const picture = await server.app.inject(logo)
  expect(picture.headers['content-type']).toBe('image/png')
  expect((await sharp(picture.rawPayload).metadata()).format).toBe('png')
  expect((await upload(Buffer.from('GIF89a not a picture'), 'image/png')).json().code).toBe('file_type_refused')
  expect((await upload(Buffer.alloc(1024 * 1024 + 1), 'image/png')).json().code).toBe('file_too_large')
  await admin.remove('/api/v1/admin/settings/images/logo')
  expect((await now()).logo).toBe('')
})
