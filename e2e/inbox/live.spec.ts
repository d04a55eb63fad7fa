import { type Browser, expect, type Page, test, type WebSocketRoute } from '@playwright/test'
import { hurryTo, stopTime } from '../support/clock.ts'
import { inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { layWire } from './support/outage.ts'
import { countOf, toldOf, watchCalls } from './support/watch.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n: n + 1 }))

/** Two tabs of a browser and another device, all with the list and its bell open. */
const openThree = async (page: Page, browser: Browser, person: ReturnType<typeof newPerson>) => {
  const pages = [page, await page.context().newPage(), await (await browser.newContext()).newPage()] as const
  for (const one of pages) {
    await openPlayground(one, person)
    await inboxOn(one).bell.click()
  }
  // Pages behind others draw about once a second, so that each click takes some.
  await page.bringToFront()
  return pages
}

/** What the page is told by events of its document: each with its count. To be called before it opens. */
const listen = async (page: Page) => {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    for (const name of ['novu:unseen_count_changed', 'novu:unread_count_changed']) {
      Reflect.get(globalThis, 'document').addEventListener(name, (event: { detail?: unknown }) =>
        told.push(`${name} ${event.detail}`),
      )
    }
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'told') as string[])
}

test('the socket is a websocket at /socket.io with the token, and tells the page the counts', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  const frames: string[] = []
  const sockets: URL[] = []
  const polls: string[] = []
  page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()))
    socket.on('framesent', ({ payload }) => frames.push(String(payload)))
  })
  page.on('request', (request) => {
    if (/socket\.io|engine\.io/.test(request.url())) polls.push(request.url())
  })
  const told = await listen(page)
  await openPlayground(page, person, { kind: 'list' })
  const { item, items } = inboxOn(page)
  await expect.poll(() => frames.some((frame) => frame.startsWith('40'))).toBe(true)
  const token = await page.evaluate(() => globalThis.localStorage.getItem('widget_user_auth_token'))
  expect(frames.find((frame) => frame.startsWith('40'))).toBe(`40${JSON.stringify({ token })}`)
  expect(sockets).toHaveLength(1)
  expect(sockets[0]?.pathname).toBe('/socket.io/')
  expect(sockets[0]?.searchParams.get('transport')).toBe('websocket')
  expect(sockets[0]?.search, 'no token where servers log it').not.toContain(token ?? '')
  expect(polls).toEqual([])

  await news.trigger(person)
  await expect(item('News')).toBeVisible()
  await expect.poll(told).toContain('novu:unseen_count_changed 1')
  await expect.poll(told).toContain('novu:unread_count_changed 1')

  const calls = watchCalls(page)
  await page.locator('html').evaluate((html) => html.ownerDocument.defaultView.dispatchEvent(new Event('focus')))
  await news.trigger(person)
  await expect(items).toHaveCount(2)
  expect(calls.of(/unseen|unread/), 'what the socket tells is not asked for, not by a look at the page either').toEqual(
    [],
  )
})

test('a burst of thirty makes few calls and ends with the exact count', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await page.clock.install()
  await openPlayground(page, person)
  const { bell, count, items, part } = inboxOn(page)
  await bell.click()
  await expect(part('no-notifications')).toBeVisible()
  const calls = watchCalls(page)
  await stopTime(page)
  await Promise.all(numbers(30).map((payload) => news.trigger(person, payload)))
  await expect.poll(() => frames.some((frame) => frame.includes('"unseenCount":30'))).toBe(true)
  await page.clock.resume()
  await expect(count.first()).toHaveText('30')
  await expect(items).not.toHaveCount(0)
  await expect.poll(() => countOf(person, 'unseen')).toBe(30)
  await expect(count.last()).toHaveText('30')
  expect(calls.all.length).toBeLessThan(15)
})

test('counts that the socket tells in quick succession are taken together, and what is no count is not taken', async ({
  page,
}) => {
  const wire = Promise.withResolvers<WebSocketRoute>()
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      if (String(message).startsWith('40')) wire.resolve(socket)
    })
  })
  const told = await listen(page)
  await page.clock.install()
  await openPlayground(page, newPerson())
  const socket = await wire.promise
  await stopTime(page)
  const tell = (unseenCount: unknown) => socket.send(`42${JSON.stringify(['unseen_count_changed', { unseenCount }])}`)
  for (const { n } of numbers(30)) {
    tell(n)
    await page.evaluate(() => 'one after the other')
  }
  tell('many')
  await page.clock.resume()
  await expect.poll(told).toContain('novu:unseen_count_changed 30')
  expect((await told()).join(' ')).not.toContain('many')
  expect((await told()).length).toBeLessThan(15)
})

test('complaint 3: what is done in one tab shows in the other tabs and on other devices', async ({ page, browser }) => {
  const person = newPerson()
  const ask = await newWorkflow({ content: 'Question {{n}}', buttons: [{ type: 'primary', content: 'Yes' }] })
  await ask.triggerMany(person, numbers(4))
  const [mine, tab, device] = await openThree(page, browser, person)
  const others = [inboxOn(tab), inboxOn(device)]
  const own = inboxOn(mine)
  const choose = async (text: string, entry: string) => {
    await own.item(text).hover()
    await own.item(text).dots.click()
    await own.part(`notification-${entry}`).click()
  }
  for (const { items } of others) await expect(items).toHaveCount(4)

  await ask.trigger(person, { n: 5 })
  for (const { items, count } of [own, ...others]) {
    await expect(items.first()).toContainText('Question 5')
    await expect(count.first()).toHaveText('5')
  }
  await own.item('Question 5').getByText('Question 5').click()
  for (const { item, count } of others) {
    await expect(item('Question 5')).toHaveClass(/list-item-read/)
    await expect(count.first()).toHaveText('4')
  }
  await choose('Question 5', 'mark-as-unread')
  for (const { item } of others) await expect(item('Question 5')).toHaveClass(/list-item-unread/)
  await own.item('Question 4').getByRole('button', { name: 'Yes' }).click()
  for (const { item } of others) {
    await expect(item('Question 4')).toBeVisible()
    await expect(item('Question 4').getByRole('button', { name: 'Yes' })).toHaveCount(0)
  }
  await choose('Question 4', 'remove-message')
  await choose('Question 3', 'archive')
  await choose('Question 2', 'snooze')
  await own.part('notification-snoozeHour').click()
  for (const { items, count } of others) {
    await expect(items).toHaveText([/Question 5/, /Question 1/])
    await expect(count.first()).toHaveText('1')
  }
  await mine.keyboard.press('Escape')
  for (const { count } of [own, ...others]) await expect(count).toHaveCount(0)
  expect(await toldOf(person, 'Question 1')).toMatchObject({ seen: true, read: false })
  await device.context().close()
})

test('while the server is away the list says so; when it is back all is as if it had never been', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await news.triggerMany(person, numbers(2))
  using wire = await layWire(page)
  const errors: string[] = []
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  await page.clock.install()
  await openPlayground(page, person)
  const { bell, count, item, items, list } = inboxOn(page)
  await bell.click()
  await expect(items).toHaveCount(2)
  const offline = page.getByRole('status').filter({ hasText: 'No connection' })
  await expect(offline).toHaveCount(0)

  wire.cut()
  await hurryTo(page, offline)
  await expect(offline).toBeVisible()
  await expect(list, 'what was there stays').toContainText('News 2')
  await expect.poll(() => errors.some((line) => line.includes('socket of the inbox failed'))).toBe(true)
  await news.trigger(person, { n: 3 })
  await expect.poll(() => countOf(person, 'unseen')).toBe(3)
  await expect(items).toHaveCount(2)
  wire.mend()
  await hurryTo(page, item('News 3'))
  await expect(items).toHaveText([/News 3/, /News 2/, /News 1/])
  await expect(count.first()).toHaveText('3')
  await expect(offline).toHaveCount(0)
  await news.trigger(person, { n: 4 })
  await expect(items.first()).toContainText('News 4')
})
