import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const signedIn = async () => {
  const made = await createSignedIn(server.deps)
  const browser = createBrowser(server.app)
  browser.use(made.headers)
  await browser.session()
  return { ...made, browser }
}

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#0b7285' } })
    .toFormat(format)
    .toBuffer()

const upload = (browser: ReturnType<typeof createBrowser>, bytes: Buffer, name = 'me.png', type = 'image/png') => {
  const head = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'sec-fetch-site': 'same-origin' }
  return browser.send('POST', '/api/v1/me/photo', { payload, headers })
}

describe('my profile', () => {
  test('is read and changed; what is absent stays', async () => {
    const { browser, user } = await signedIn()
    const before = (await browser.get('/api/v1/me')).json()
    expect(before).toMatchObject({
      id: user.id,
      email: user.email,
      name: 'Test Person',
      hasPassword: false,
      connected: [],
    })
    const answer = await browser.patch('/api/v1/me', {
      name: 'Ana',
      locale: 'pt',
      timezone: 'America/Recife',
      phone: '+5581999990000',
    })
    expect(answer.json()).toEqual({
      ...before,
      name: 'Ana',
      locale: 'pt',
      timezone: 'America/Recife',
      phone: '+5581999990000',
      phoneCountry: 'BR',
    })
    const canadian = await browser.patch('/api/v1/me', { phone: '+14165550123' })
    expect(canadian.json()).toMatchObject({ phone: '+14165550123', phoneCountry: 'CA' })
    expect((await browser.patch('/api/v1/me', { jobRole: 'designer' })).json()).toMatchObject({
      name: 'Ana',
      jobRole: 'designer',
    })
    expect((await browser.session()).user).toMatchObject({ name: 'Ana', locale: 'pt', timezone: 'America/Recife' })
  })

  test('preferences are kept, each by itself, and come with the session', async () => {
    const { browser } = await signedIn()
    const usual = (await browser.session()).user.preferences
    expect(usual).toMatchObject({ dateFormat: 'auto', density: 'comfortable', startPage: null })
    const list = { list: 'messages', settings: { hidden: ['origin'] } }
    expect((await browser.put('/api/v1/list-settings', list)).statusCode).toBe(200)
    await browser.patch('/api/v1/me', { preferences: { dateFormat: 'ymd', startPage: '/company/messages' } })
    const answer = await browser.patch('/api/v1/me', { preferences: { signature: ' Ana, Suporte ' } })
    const own = { ...usual, dateFormat: 'ymd', startPage: '/company/messages', signature: 'Ana, Suporte' }
    expect(answer.json().preferences).toEqual(own)
    expect((await browser.session()).user.preferences).toEqual(own)
    expect((await browser.get('/api/v1/list-settings')).json().data, 'what else is kept of the person').toHaveLength(1)
  })

  const impossible = { phone: `+5511${'9'.repeat(11)}` }
  const preferences = (own: object) => ({ preferences: own })
  test.each([
    ...[{ name: 'x' }, { timezone: 'Nowhere' }, { locale: 'fr' }, { phone: '12' }, impossible, { jobRole: 'pilot' }],
    ...[{ dateFormat: 'dots' }, { startPage: 'https://evil.example' }, { startPage: '//evil' }].map(preferences),
    preferences({ signature: 'x'.repeat(201) }),
  ])('%j is refused', async (body) => {
    const { browser } = await signedIn()
    expect((await browser.patch('/api/v1/me', body)).statusCode).toBe(422)
  })

  test('role, address and operator flag cannot be changed by it', async () => {
    const { browser, user } = await signedIn()
    await browser.patch('/api/v1/me', {
      role: 'admin',
      email: 'evil@example.test',
      waOperator: true,
      status: 'suspended',
    })
    expect((await browser.session()).user).toMatchObject({ role: 'customer', email: user.email, wa_operator: false })
  })
})

describe('my photo', () => {
  test('is cut square, shown to colleagues, hidden from strangers, and removed', async () => {
    const { browser, user, company } = await signedIn()
    const answer = await upload(browser, await picture(600, 300))
    expect(answer.statusCode).toBe(200)
    const { avatarUrl } = answer.json()
    const colleague = await createUser(server.deps)
    await addMember(server.deps, company.id, colleague.id, { role: 'member' })
    const theirs = createBrowser(server.app)
    theirs.use(await signIn(server.deps, colleague.id, company.id))
    const shown = await theirs.get(avatarUrl)
    expect(shown.headers['content-type']).toBe('image/webp')
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' })
    expect((await browser.session()).user).toMatchObject({ avatar_url: avatarUrl, image: avatarUrl })
    expect((await (await signedIn()).browser.get(avatarUrl)).statusCode).toBe(404)
    expect((await createBrowser(server.app).get(avatarUrl)).statusCode).toBe(401)
    expect((await browser.remove('/api/v1/me/photo')).statusCode).toBe(204)
    expect((await browser.get(`/api/v1/users/${user.id}/avatar`)).statusCode).toBe(404)
    expect((await browser.get('/api/v1/me')).json().avatarUrl).toBeNull()
  })

  test('takes JPEG, and refuses other kinds, broken files and large ones whatever they call themselves', async () => {
    const { browser } = await signedIn()
    expect((await upload(browser, await picture(300, 300, 'jpeg'), 'me.jpg', 'image/jpeg')).statusCode).toBe(200)
    expect((await upload(browser, await picture(300, 300, 'gif'))).json().code).toBe('file_type_refused')
    expect((await upload(browser, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).json().code).toBe(
      'file_type_refused',
    )
    const broken = (await picture(300, 300)).subarray(0, 60)
    expect((await upload(browser, broken)).json().code).toBe('file_type_refused')
    const large = Buffer.concat([await picture(300, 300), Buffer.alloc(5 * 1024 * 1024)])
    expect((await upload(browser, large)).json().code).toBe('file_too_large')
  })
})

describe('my sessions', () => {
  test('are listed with the device, and end one by one or all but this one', async () => {
    const { browser, user, company } = await signedIn()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const others = await Promise.all([1, 2, 3].map(() => signIn(server.deps, user.id, company.id)))
    const there = others.map((headers) => {
      const other = createBrowser(server.app, { userAgent: firefox })
      other.use(headers)
      return other
    })
    const { data } = (await browser.get('/api/v1/me/sessions')).json()
    expect(data).toHaveLength(4)
    expect(data.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
    const other = data.find((session: { current: boolean }) => !session.current)
    expect((await browser.remove(`/api/v1/me/sessions/${other.id}`)).statusCode).toBe(204)
    const alive = await Promise.all(there.map(async (b) => (await b.get('/api/v1/me')).statusCode))
    expect(alive.sort()).toEqual([200, 200, 401])
    expect((await browser.remove('/api/v1/me/sessions')).json()).toEqual({ ended: 2 })
    expect((await browser.get('/api/v1/me/sessions')).json().data).toMatchObject([{ current: true }])
  })

  test('of another user are not found', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    const [session] = (await theirs.browser.get('/api/v1/me/sessions')).json().data
    expect((await mine.browser.remove(`/api/v1/me/sessions/${session.id}`)).statusCode).toBe(404)
    expect((await theirs.browser.get('/api/v1/me')).statusCode).toBe(200)
  })

  test('an expired one is anonymous', async () => {
    const { browser } = await signedIn()
    server.deps.now = () => new Date(Date.now() + 2 * 86_400_000)
    const answer = await browser.get('/api/v1/me')
    server.deps.now = () => new Date()
    expect(answer.statusCode).toBe(401)
  })
})
