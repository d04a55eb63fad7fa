import { expect, test } from '@playwright/test'
import { hurryTo } from '../support/clock.ts'
import { inboxOn, newFeed, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { readThrough, scrollTo } from './support/rows.ts'
import { feedOf, hold, refuse, watchCalls } from './support/watch.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n: n + 1 }))

test('the list is newest first and read page by page as its end nears; what arrives between pages comes once', async ({
  page,
}) => {
  const person = newPerson()
  const rows = await newWorkflow({ content: 'Row {{n}}' })
  await rows.triggerMany(person, numbers(35))
  const calls = watchCalls(page)
  await openPlayground(page, person, { kind: 'list' })
  const { items, list, part } = inboxOn(page)
  await expect(items.first()).toContainText('Row 35')
  const asked = () => [...new Set(calls.pages())]
  expect(asked()).toEqual([0])
  expect(calls.of('GET /notifications/feed')[0]?.query).toEqual({ page: '0', limit: '10' })
  await scrollTo(list, 0.74)
  await expect(items.filter({ hasText: 'Row 29' })).toBeInViewport()
  expect(asked(), 'not before 80 % of what is there').toEqual([0])

  const letGo = await hold(page, '/notifications/feed?page=1*')
  await scrollTo(list, 0.85)
  await expect.poll(asked).toEqual([0, 1])
  await expect(list.getByRole('status', { name: 'Loading' })).toBeAttached()
  await rows.trigger(person, { n: 36 })
  await expect(part('new-notifications')).toHaveText('New: 1')
  letGo()
  await expect.poll(async () => (await readThrough(list, 36)).length).toBe(36)
  expect(await readThrough(list, 36)).toEqual(numbers(36).map(({ n }) => 37 - n))
  expect(calls.pages().filter((number) => number > 0)).toEqual([1, 2, 3])
  await expect(list.getByRole('status')).toHaveCount(0)

  await scrollTo(list, 1)
  await rows.trigger(person, { n: 37 })
  await part('new-notifications').click()
  await expect(items.first()).toContainText('Row 37')
  await expect(items.first()).toBeInViewport()
  await expect(part('new-notifications')).toHaveCount(0)
})

test('the list shows rows in grey while it loads, what stands for nothing, and at once what comes first', async ({
  page,
}) => {
  const person = newPerson()
  const rows = await newWorkflow({ content: 'Row {{n}}' })
  const letGo = await hold(page, '/notifications/feed*')
  await openPlayground(page, person)
  const inbox = inboxOn(page)
  await inbox.bell.click()
  await expect(inbox.list.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect((await inbox.list.boundingBox())?.height).toBeCloseTo(400, 1)
  letGo()
  await expect(inbox.part('no-notifications')).toHaveText('Nothing new to see here yet')
  await expect(inbox.list.getByRole('status')).toHaveCount(0)
  await expect(inbox.markAllRead).toBeDisabled()
  await rows.trigger(person, { n: 1 })
  await expect(inbox.items).toHaveText(/Row 1/)
  await expect(inbox.part('no-notifications')).toHaveCount(0)
  await expect(inbox.markAllRead).toBeEnabled()
})

test('a list that cannot be read says so and is read on request, the first page and the next ones', async ({
  page,
}) => {
  const person = newPerson()
  const rows = await newWorkflow({ content: 'Row {{n}}' })
  await rows.triggerMany(person, numbers(15))
  const allow = await refuse(page, '/notifications/feed*')
  await page.clock.install()
  await openPlayground(page, person, { kind: 'list' })
  const { items, list, part } = inboxOn(page)
  const failure = part('notifications-load-failed')
  await hurryTo(page, failure)
  await expect(failure).toContainText('Notifications could not be loaded')
  await expect(failure.getByRole('alert')).toBeVisible()
  await allow()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(items.first()).toContainText('Row 15')
  await expect(failure).toHaveCount(0)

  const allowNext = await refuse(page, '/notifications/feed?page=1*')
  await scrollTo(list, 1)
  await hurryTo(page, failure)
  await expect(failure).toBeVisible()
  await expect(items.filter({ hasText: 'Row 6' }), 'what was there stays').toBeVisible()
  await allowNext()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toHaveCount(0)
  expect(await readThrough(list, 15)).toEqual(numbers(15).map(({ n }) => 16 - n))
})

test('complaint 9: the page chooses how many a page of the list has, and people remove all of a list', async ({
  page,
}) => {
  const person = newPerson()
  const feed = await newFeed('orders')
  const rows = await newWorkflow({ content: 'Row {{n}}' })
  const orders = await newWorkflow({ content: 'Order {{n}}', feedId: feed._id })
  await rows.triggerMany(person, numbers(3))
  await orders.triggerMany(person, numbers(4))
  const calls = watchCalls(page)
  await openPlayground(page, person, { kind: 'list', pageSize: '5', tabs: `all,feed:${feed.identifier}` })
  const inbox = inboxOn(page)
  await expect(inbox.items.first()).toContainText('Order 4')
  expect(calls.of('GET /notifications/feed')[0]?.query).toEqual({ page: '0', limit: '5' })

  const removeAll = async () => {
    await inbox.part('notifications-header-menu').click()
    await inbox.part('remove-all').click()
  }
  await inbox.tab(`feed:${feed.identifier}`).click()
  await expect(inbox.items).toHaveCount(4)
  await removeAll()
  const question = page.getByRole('alertdialog', { name: 'Remove all' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(calls.of(/^DELETE/)).toEqual([])
  await expect(inbox.items).toHaveCount(4)
  await removeAll()
  await inbox.part('remove-all-confirm').click()
  await expect(inbox.part('no-notifications')).toBeVisible()
  await expect.poll(async () => (await feedOf(person)).length).toBe(3)

  await inbox.tab('all').click()
  await expect(inbox.items).toHaveCount(3)
  await removeAll()
  await inbox.part('remove-all-confirm').click()
  await expect(inbox.part('no-notifications')).toBeVisible()
  await expect.poll(() => feedOf(person)).toEqual([])
})

test('of thousands of rows only those around the view are in the page', async ({ page }) => {
  const person = newPerson()
  const rows = await newWorkflow({ content: 'Row {{n}}' })
  await rows.triggerMany(person, numbers(2000))
  await expect.poll(async () => (await feedOf(person, 'page=0'))[0]?.content).toMatch(/Row (19\d\d|2000)/)
  await openPlayground(page, person, { kind: 'list', pageSize: '100' })
  const { items, list, part } = inboxOn(page)
  await expect(items.first()).toBeVisible()
  let most = 0
  await expect
    .poll(
      async () => {
        await scrollTo(list, 1)
        most = Math.max(most, await items.count())
        return items.last().getAttribute('aria-posinset')
      },
      { intervals: [50] },
    )
    .toBe('2000')
  await expect(part('notification-content').getByText('Row 1', { exact: true })).toBeVisible()
  expect(most).toBeLessThan(30)
  await scrollTo(list, 0.5)
  const middle = list.locator('[aria-posinset^="99"], [aria-posinset^="100"]').first()
  await expect(middle).toBeVisible()
  expect(await items.count()).toBeLessThan(30)
})
