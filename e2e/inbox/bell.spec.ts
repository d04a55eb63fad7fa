import { expect, test } from '@playwright/test'
import { inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { countOf, hold } from './support/watch.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n: n + 1 }))

test('the badge is hidden at zero, exact up to 99 and 99+ above, and says so to screen readers', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await openPlayground(page, person)
  const inbox = inboxOn(page)
  await expect(inbox.bell).toHaveAccessibleName('Notifications')
  await expect(inbox.count).toHaveCount(0)

  await news.trigger(person)
  await expect(inbox.count).toHaveText('1')
  await expect(inbox.bell).toHaveAccessibleName(/New: 1$/)
  await news.triggerMany(person, numbers(98))
  await expect(inbox.count).toHaveText('99')
  await news.trigger(person)
  await expect(inbox.count).toHaveText('99+')

  await inbox.bell.click()
  const header = inbox.layout.locator('[data-test-id="unseen-count-label"]')
  await expect(header).toHaveText('99+')
  await expect(inbox.items.first()).toBeVisible()
  await inbox.bell.click()
  await expect(inbox.layout).toHaveCount(0)
  await expect(inbox.count).toHaveText('90')
  expect(await countOf(person, 'unseen')).toBe(90)
})

test('complaint 4: a bell of the page is given the count, which falls at once when an item is clicked', async ({
  page,
}) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' })
  await news.triggerMany(person, numbers(2))
  await openPlayground(page, person, { slots: 'bell' })
  const inbox = inboxOn(page)
  const bell = page.locator('[data-slot="bell"]')
  await expect(bell).toHaveText('News: 2')
  await expect(inbox.bell).toHaveCount(0)

  await bell.click()
  await expect(bell).toHaveAttribute('aria-expanded', 'true')
  const letGo = await hold(page, '/messages/markAs')
  await inbox.item('News 1').getByRole('button', { name: 'News 1' }).click()
  await expect(bell).toHaveText('News: 1')
  expect(await countOf(person, 'unseen'), 'the server has not answered yet').toBe(2)
  letGo()
  await expect.poll(() => countOf(person, 'unseen')).toBe(1)
  await expect(bell).toHaveText('News: 1')
})
