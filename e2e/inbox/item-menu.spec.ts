import { expect, type Page, test } from '@playwright/test'
import { askService, inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { countOf, feedOf, hold, toldOf, watchCalls } from './support/watch.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n: n + 1 }))

/** Chooses from the menu of the item with that text. */
const choose = async (page: Page, text: string, ...entries: string[]) => {
  const { item, part } = inboxOn(page)
  await item(text).hover()
  await item(text).dots.click()
  for (const entry of entries) await part(`notification-${entry}`).click()
}

test('the menu of an item marks it read and unread, and removes it', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await news.triggerMany(person, numbers(3))
  await openPlayground(page, person, { kind: 'list' })
  const { item, items } = inboxOn(page)
  await choose(page, 'News 2', 'mark-as-read')
  await expect(item('News 2')).toHaveClass(/list-item-read/)
  await expect.poll(() => toldOf(person, 'News 2')).toMatchObject({ seen: true, read: true })
  await choose(page, 'News 2', 'mark-as-unread')
  await expect(item('News 2')).toHaveClass(/list-item-unread/)
  await expect.poll(() => toldOf(person, 'News 2')).toMatchObject({ seen: true, read: false })
  await choose(page, 'News 3', 'remove-message')
  await expect(items).toHaveText([/News 2/, /News 1/])
  await expect.poll(async () => (await feedOf(person)).map(({ content }) => content)).toEqual(['News 2', 'News 1'])
  expect(await countOf(person, 'unseen')).toBe(1)
})

test('an item is put away for good or until later, found there, and comes back', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await news.triggerMany(person, numbers(3))
  await openPlayground(page, person)
  const { bell, count, item, items, part, title, back } = inboxOn(page)
  await bell.click()
  await choose(page, 'News 1', 'archive')
  await expect(item('News 1')).toHaveCount(0)
  await choose(page, 'News 2', 'snooze', 'snoozeHour')
  await expect(items).toHaveText([/News 3/])
  await expect.poll(() => countOf(person, 'unseen')).toBe(1)
  expect((await feedOf(person)).map(({ content }) => content)).toEqual(['News 3'])

  await part('notifications-header-menu').click()
  await part('view-archived').click()
  await expect(title).toHaveText('Archived')
  await expect(items).toHaveText([/News 1/])
  await choose(page, 'News 1', 'unarchive')
  await expect(items).toHaveCount(0)
  await back.click()
  await part('notifications-header-menu').click()
  await part('view-snoozed').click()
  await expect(items).toHaveText([/News 2.*Comes back in (1 hour|59 minutes)/])
  await choose(page, 'News 2', 'unsnooze')
  await expect(items).toHaveCount(0)
  await back.click()
  await expect(items).toHaveText([/News 3/, /News 2/, /News 1/])

  await page.keyboard.press('Escape')
  await expect(count).toHaveCount(0)
  const id = (await toldOf(person, 'News 3'))?._id
  // A moment soon to come, and later ones where the call takes so long that it has passed.
  let ahead = 1500
  const snooze = () => {
    const snoozedUntil = new Date(Date.now() + ahead).toISOString()
    ahead *= 4
    return askService(person, '/messages/snooze', { messageId: id, snoozedUntil })
  }
  await expect(snooze).toPass()
  await expect(count, 'when its moment has come it is new again').toHaveText('1')
  await bell.click()
  await expect(items).toHaveCount(3)
  await expect(item('News 3')).toHaveClass(/list-item-unread/)
})

test('notifications like one are turned off from its menu, and none comes to the inbox any more', async ({ page }) => {
  const person = newPerson()
  const loud = await newWorkflow({ content: 'Loud {{n}}' })
  const other = await newWorkflow({ content: 'Other {{n}}' })
  await loud.trigger(person, { n: 1 })
  await openPlayground(page, person, { kind: 'list' })
  const { items } = inboxOn(page)
  await choose(page, 'Loud 1', 'mute')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await loud.trigger(person, { n: 2 })
  await other.trigger(person, { n: 3 })
  await expect(items).toHaveText([/Other 3/, /Loud 1/])
  expect(await feedOf(person)).toHaveLength(2)
})

test('a page may take away the menu of items and the settings', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  const { item, settings, part } = inboxOn(page)
  await openPlayground(page, person, { kind: 'list' })
  await expect(settings).toBeVisible()
  await expect(item('News').dots).toBeAttached()
  await openPlayground(page, person, { kind: 'list', menu: false, preferences: false })
  await expect(item('News')).toBeVisible()
  await expect(item('News').dots).toHaveCount(0)
  await expect(settings).toHaveCount(0)
  await part('notifications-header-menu').click()
  await expect(part('remove-all')).toHaveCount(0)
})

test('a change shows at once, and is taken back with a word when the server refuses it', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}', buttons: [{ type: 'primary', content: 'Yes' }] })
  await news.triggerMany(person, numbers(2))
  await openPlayground(page, person, { state: 'refusing' })
  const { bell, count, item, items, markAllRead } = inboxOn(page)
  await expect(count).toHaveText('2')
  await bell.click()
  const refused = page.getByRole('alert').filter({ hasText: "Couldn't save your changes" })
  const badge = page.locator('[data-test-id="unseen-count-label"]').first()

  const isBack = async () => {
    await expect(refused).toBeVisible()
    await expect(items).toHaveText([/News 2/, /News 1/])
    await expect(item('News 1')).toHaveClass(/list-item-unread/)
    await expect(badge).toHaveText('2')
    await refused.getByRole('button', { name: 'Close' }).click()
    await expect(refused).toHaveCount(0)
  }
  await expect(items).toHaveText([/News 2/, /News 1/])
  const answer = await hold(page, '/messages/*')
  const readAgain = await hold(page, '/notifications/feed*')
  await item('News 1').getByText('News 1').click()
  await expect(item('News 1')).toHaveClass(/list-item-read/)
  await expect(badge).toHaveText('1')
  answer()
  await isBack()
  readAgain()
  await choose(page, 'News 1', 'remove-message')
  await isBack()
  await choose(page, 'News 1', 'archive')
  await isBack()
  await markAllRead.click()
  await isBack()
  await item('News 1').getByRole('button', { name: 'Yes' }).click()
  await expect(item('News 1').getByRole('button', { name: 'Yes' })).toBeVisible()
  expect(await feedOf(person)).toHaveLength(2)
  expect(await countOf(person, 'unread')).toBe(2)
})

test('a button of an item tells the page, saves the answer and gives way to what came of it', async ({ page }) => {
  const person = newPerson()
  const ask = await newWorkflow({
    content: 'Question {{n}}',
    buttons: [
      { type: 'primary', content: 'Take it' },
      { type: 'secondary', content: 'Not now' },
    ],
  })
  await ask.triggerMany(person, numbers(2))
  await openPlayground(page, person, { kind: 'list', panel: true })
  const calls = watchCalls(page)
  const { item } = inboxOn(page)
  const events = page.getByRole('list', { name: 'Events' })
  const first = item('Question 1')
  await first.getByRole('button', { name: 'Take it' }).click()
  await expect(events).toContainText(`action-click "${ask.identifier} primary"`)
  await expect(first.getByRole('button', { name: /Take it|Not now/ })).toHaveCount(0)
  const id = (await toldOf(person, 'Question 1'))?._id
  expect(calls.of(/actions/)).toEqual([
    {
      name: `POST /messages/${id}/actions/primary`,
      query: {},
      body: { executedType: 'primary', status: 'done' },
    },
  ])
  await expect
    .poll(() => toldOf(person, 'Question 1'))
    .toMatchObject({
      seen: false,
      read: false,
      cta: { action: { status: 'done', result: { type: 'primary' } } },
    })
  await expect(events, 'a button is not a click on the item').not.toContainText('notification-click')
  await item('Question 2').getByRole('button', { name: 'Not now' }).click()
  await expect
    .poll(() => toldOf(person, 'Question 2'))
    .toMatchObject({ cta: { action: { result: { type: 'secondary' } } } })

  await openPlayground(page, person, { kind: 'list', slots: 'actions' })
  await expect(item('Question 1').locator('[data-slot="actions"]')).toHaveText('You chose primary')
  await expect(item('Question 2').locator('[data-slot="actions"]')).toHaveText('You chose secondary')
})
