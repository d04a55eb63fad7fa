import { expect, type Page, test } from '@playwright/test'
import { askService, inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { watchCalls } from './support/watch.ts'

const token = (page: Page) => page.evaluate(() => globalThis.localStorage.getItem('widget_user_auth_token'))

/** Lets the page say something else about who is shown. */
const claim = (page: Page, change: Record<string, string | undefined>) =>
  page.route('**/identity?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })

test('nothing is asked of the server before both ids are known', async ({ page }) => {
  const calls = watchCalls(page)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  for (const missing of ['subscriberId', 'applicationIdentifier']) {
    await claim(page, { [missing]: undefined })
    await openPlayground(page, newPerson())
    const { bell, count, list } = inboxOn(page)
    await bell.click()
    await expect(list).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(count).toHaveCount(0)
    await page.unrouteAll()
  }
  expect(calls.all).toEqual([])
  expect(sockets).toEqual([])
})

test('a session that fails is told to the console alone, and the bell has no badge', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  const errors: string[] = []
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  const calls = watchCalls(page)
  await claim(page, { applicationIdentifier: 'nobody' })
  await page.clock.install()
  await openPlayground(page, person)
  const { bell, count } = inboxOn(page)
  const told = async () => {
    await page.clock.fastForward(1000)
    return errors
  }
  await expect
    .poll(told, { intervals: [50] })
    .toContain('Failed to initialize the session Please provide a valid app identifier')
  await expect(bell).toBeVisible()
  await expect(page.locator('body')).toHaveText('')
  await expect(count).toHaveCount(0)
  expect(new Set(calls.names())).toEqual(new Set(['POST /session/initialize']))
  expect(await token(page)).toBeNull()
})

test('a session asks for counts and the organisation, for lists when they are shown, and for the rest when wished for', async ({
  page,
}) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  const calls = watchCalls(page)
  const asked = () => new Set(calls.names())
  await openPlayground(page, person, { panel: true })
  const { bell, count, item, settings, workflows } = inboxOn(page)
  await expect(count).toHaveText('1')
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('load ')
  await page.waitForLoadState('networkidle')
  const atStart = ['POST /session/initialize', 'GET /notifications/unseen', 'GET /notifications/unread']
  expect(asked()).toEqual(new Set([...atStart, 'GET /organization']))
  expect(calls.of('POST /session/initialize')).toMatchObject([
    { body: { subscriberId: person.subscriberId, hmacHash: person.subscriberHash } },
  ])
  expect(calls.of(/unseen|unread/).map(({ query }) => query)).toContainEqual({ limit: '100' })
  await bell.click()
  await expect(item('News')).toBeVisible()
  expect(asked()).toContain('GET /notifications/feed')
  expect(asked()).not.toContain('GET /preferences')
  await settings.click()
  await expect(workflows.first()).toBeVisible()
  expect(asked()).toContain('GET /preferences')

  calls.all.length = 0
  const off = '-fetchUnseenCount,-fetchUnreadCount,-fetchOrganization'
  await openPlayground(page, person, { strategy: `${off},fetchNotifications,fetchUserPreferences` })
  await expect.poll(asked).toEqual(new Set(['POST /session/initialize', 'GET /notifications/feed', 'GET /preferences']))
  await expect(bell).toBeVisible()
  calls.all.length = 0
  await openPlayground(page, person, { strategy: `${off},fetchUserGlobalPreferences` })
  await expect.poll(asked).toEqual(new Set(['POST /session/initialize', 'GET /preferences/global']))
})

test('complaint 10: the token lasts as long as the session, and another person finds nothing of the first', async ({
  page,
}) => {
  const [first, second] = [newPerson(), newPerson()]
  const news = await newWorkflow({ content: 'For {{name}}' })
  await news.triggerMany(first, [{ name: 'the first' }, { name: 'the first' }])
  await news.trigger(second, { name: 'the second' })
  await openPlayground(page, first, { panel: true })
  const { bell, count, items } = inboxOn(page)
  const subscriber = page.getByLabel('subscriber')
  await expect(count).toHaveText('2')
  const firstToken = await token(page)
  expect(firstToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await bell.click()
  await expect(items).toHaveCount(2)

  const calls = watchCalls(page)
  await page.route('**/session/initialize', async (route) => {
    await expect(items).toHaveCount(0)
    await expect(count).toHaveCount(0)
    await route.continue()
  })
  await subscriber.fill(second.subscriberId)
  await expect(items).toHaveText([/For the second/])
  await expect(count.first()).toHaveText('1')
  await expect(page.locator('body')).not.toContainText('For the first')
  expect(await token(page)).not.toBe(firstToken)
  expect(calls.of(/markAs/), 'the second has not seen what the first had open').toEqual([])
  await news.trigger(first, { name: 'the first' })
  await news.trigger(second, { name: 'the second again' })
  await expect(items).toHaveText([/For the second again/, /For the second/])

  await subscriber.fill('')
  await expect.poll(() => token(page)).toBeNull()
  await expect(items).toHaveCount(0)
  await expect(count).toHaveCount(0)
  const { data } = await askService<{ data: { count: number } }>(second, '/notifications/unread')
  expect(data.count).toBe(2)
})

test('an inbox works in a page whose storage is forbidden', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new Error('The page may not keep anything')
      },
    })
  })
  await openPlayground(page, person, { kind: 'list' })
  await expect(inboxOn(page).item('News')).toBeVisible()
})
