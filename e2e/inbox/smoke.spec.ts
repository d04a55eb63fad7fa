import { expect, test } from '@playwright/test'
import { askService, inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'

test('a notification reaches the bell of an open page, is read in the list, and is seen when that closes', async ({
  page,
}) => {
  const person = newPerson()
  const order = await newWorkflow({ content: 'Order {{n}} is on its way' })
  await openPlayground(page, person)
  const inbox = inboxOn(page)
  await expect(inbox.bell).toBeVisible()
  await expect(inbox.count).toBeHidden()

  await order.trigger(person, { n: 17 })
  await expect(inbox.bell).toHaveAccessibleName(/1/)

  await inbox.bell.click()
  await expect(inbox.item('Order 17 is on its way')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inbox.layout).toBeHidden()
  await expect(inbox.bell).not.toHaveAccessibleName(/1/)
  await expect
    .poll(async () => (await askService<{ data: { count: number } }>(person, '/notifications/unseen')).data.count)
    .toBe(0)
})
