import { expect, type Locator, type Page, test } from '@playwright/test'
import { inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { countOf, feedOf, watchCalls } from './support/watch.ts'

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('Not on screen')
  return box
}

/** Where the focus is, once Tab was pressed that many times: inside the dialog or outside. */
const focusAfterTabs = async (page: Page, times: number, key: 'Tab' | 'Shift+Tab') => {
  const places: string[] = []
  for (let n = 0; n < times; n++) {
    await page.keyboard.press(key)
    const isInside = await page
      .locator('html')
      .evaluate((html) => Boolean(html.ownerDocument.activeElement.closest('[role="dialog"]')))
    places.push(isInside ? 'inside' : 'outside')
  }
  return places
}

test('the popover is 420 px wide with a header of 55 px and a list of 400 px, 8 px below the bell', async ({
  page,
}) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPlayground(page, person)
  const inbox = inboxOn(page)
  const dialog = dialogOn(page)
  await inbox.bell.click()
  await expect(inbox.item('News')).toBeVisible()
  expect((await boxOf(inbox.layout)).width).toBeCloseTo(420, 1)
  expect((await boxOf(inbox.layout.locator('.nc-header'))).height).toBeCloseTo(55, 1)
  expect((await boxOf(inbox.list)).height).toBeCloseTo(400, 1)
  await expect(dialog).toHaveCSS('opacity', '1')
  await expect(dialog).toHaveCSS('transition-duration', /^0\.15s/)
  const bell = await boxOf(inbox.bell)
  const popover = await boxOf(inbox.layout)
  expect(popover.y - bell.y - bell.height).toBeCloseTo(8, 1)
  expect(popover.x + popover.width, 'its end stands under the end of the bell').toBe(bell.x + bell.width)
})

test('the popover opens and closes by the bell, a press outside and Escape, and minds the focus', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  await openPlayground(page, person)
  const inbox = inboxOn(page)
  const dialog = dialogOn(page)
  await expect(inbox.bell).toHaveAttribute('aria-expanded', 'false')

  await inbox.bell.focus()
  await page.keyboard.press('Enter')
  await expect(inbox.item('News')).toBeVisible()
  await expect(dialog).toBeFocused()
  await expect(inbox.bell).toHaveAttribute('aria-expanded', 'true')
  expect(new Set(await focusAfterTabs(page, 8, 'Tab'))).toEqual(new Set(['inside']))
  expect(new Set(await focusAfterTabs(page, 8, 'Shift+Tab'))).toEqual(new Set(['inside']))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(inbox.bell).toBeFocused()

  await inbox.bell.click()
  await expect(dialog).toBeVisible()
  await inbox.bell.click()
  await expect(dialog).toHaveCount(0)

  await inbox.bell.click()
  await expect(dialog).toBeVisible()
  await inbox.title.click()
  await expect(dialog, 'a press inside leaves it open').toBeVisible()
  await page.mouse.click(20, 600)
  await expect(dialog).toHaveCount(0)
  await expect(inbox.bell).toBeFocused()
  await expect(inbox.bell).toHaveAttribute('aria-expanded', 'false')
})

test('complaint 2: the page opens and closes the popover, hears of it, and may have a click on an item close it', async ({
  page,
}) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await news.triggerMany(person, [{ n: 1 }, { n: 2 }])
  await openPlayground(page, person, { controlled: true })
  const inbox = inboxOn(page)
  const dialog = dialogOn(page)
  const host = page.getByTestId('host-toggle')
  await expect(inbox.count).toHaveText('2')
  await host.click()
  await expect(dialog).toBeVisible()
  await expect(host).toHaveText('Close from the page')
  await host.dispatchEvent('click')
  await expect(dialog).toHaveCount(0)
  await inbox.bell.click()
  await expect(dialog).toBeVisible()
  await expect(host).toHaveText('Close from the page')
  await inbox.item('News 1').getByText('News 1').click()
  await expect(inbox.item('News 1').locator('.nc-notifications-list-item-dot')).toHaveCount(0)
  await expect(dialog, 'nothing closes unasked').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(host).toHaveText('Open from the page')

  await openPlayground(page, person, { closeOnClick: true })
  await inbox.bell.click()
  await inbox.item('News 2').getByText('News 2').click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => countOf(person, 'unread')).toBe(0)
})

test('complaint 6: closing marks all that was fetched as seen, and makes nothing read or unread', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await news.triggerMany(
    person,
    Array.from({ length: 12 }, (_, n) => ({ n })),
  )
  await openPlayground(page, person)
  const inbox = inboxOn(page)
  const calls = watchCalls(page)
  await inbox.bell.click()
  await expect(inbox.items.first()).toContainText('News 11')
  await inbox.items.first().getByText('News 11').click()
  await expect.poll(() => countOf(person, 'unread')).toBe(11)
  const [read] = await feedOf(person)

  await page.keyboard.press('Escape')
  await expect(inbox.layout).toHaveCount(0)
  await expect.poll(() => countOf(person, 'unseen')).toBe(2)
  await expect(inbox.count).toHaveText('2')
  const marks = calls.of('POST /messages/markAs').map(({ body }) => body as { messageId: string[]; mark: object })
  expect(marks).toHaveLength(2)
  expect(marks[1]?.mark).toEqual({ seen: true })
  expect(marks[1]?.messageId).toHaveLength(9)
  expect(marks[1]?.messageId).not.toContain(read?._id)
  const told = await feedOf(person)
  expect(told.map((one) => one.read)).toEqual([true, ...Array(11).fill(false)])
  expect(told.map((one) => one.seen)).toEqual([...Array(10).fill(true), false, false])

  await inbox.bell.click()
  await expect(inbox.item('News 10')).toHaveClass(/-unread/)
  await expect(inbox.item('News 10').locator('.nc-notifications-list-item-dot')).toHaveCount(0)
  await expect(inbox.item('News 11')).toHaveClass(/list-item-read/)
})

test('complaint 1: on a phone the popover fills the screen, on other narrow screens it stays inside', async ({
  page,
}) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  const inbox = inboxOn(page)
  const noOverflow = () =>
    page.locator('html').evaluate((html) => html.scrollWidth <= html.ownerDocument.defaultView.innerWidth)
  await openPlayground(page, person)
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [479, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await inbox.bell.click()
    await expect(inbox.item('News')).toBeVisible()
    await expect(dialogOn(page)).toHaveCSS('opacity', '1')
    expect(await boxOf(inbox.layout)).toEqual({ x: 0, y: 0, width, height })
    expect(await noOverflow()).toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(inbox.layout).toHaveCount(0)
    await expect(inbox.bell).toBeFocused()
  }
  await page.setViewportSize({ width: 480, height: 800 })
  await inbox.bell.click()
  expect((await boxOf(inbox.layout)).width).toBeCloseTo(420, 1)
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)

  await page.setViewportSize({ width: 340, height: 700 })
  await openPlayground(page, person, { kind: 'list' })
  await expect(inbox.item('News')).toBeVisible()
  expect((await boxOf(inbox.layout)).width).toBeLessThanOrEqual(340)
  expect(await noOverflow()).toBe(true)
})
