import { expect, test } from '@playwright/test'
import { inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { toldOf, watchCalls } from './support/watch.ts'

test('a page puts its own header, footer, empty state and items in the place of ours', async ({ page }) => {
  const person = newPerson()
  const ask = await newWorkflow({ content: 'Q', url: '/there', buttons: [{ type: 'primary', content: 'Yes' }] })
  await openPlayground(page, person, { kind: 'list', panel: true, slots: 'header,footer,listItem,emptyState' })
  const { items, layout, part, title } = inboxOn(page)
  const slot = (name: string) => layout.locator(`[data-slot="${name}"]`)
  const events = page.getByRole('list', { name: 'Events' })
  await expect(slot('header')).toContainText('Our own header')
  await expect(slot('emptyState')).toHaveText('All done. Have a coffee.')
  await expect(slot('footer')).toHaveText('Our own footer')
  await expect(title).toHaveCount(0)
  await expect(layout).not.toContainText('Powered by')
  await expect(part('no-notifications')).toHaveCount(0)

  await ask.trigger(person)
  await expect(slot('listItem')).toContainText(ask.identifier)
  await expect(slot('emptyState')).toHaveCount(0)
  await expect(items).toHaveCount(0)
  const calls = watchCalls(page)
  await slot('listItem').getByRole('button', { name: 'Press it' }).click()
  await expect(events).toContainText(`action-click "${ask.identifier} primary"`)
  await slot('listItem').getByRole('button', { name: ask.identifier }).click()
  await expect(events).toContainText('url-change "/there"')
  await expect(events).toContainText('notification-click')
  await expect.poll(() => toldOf(person, 'Q')).toMatchObject({ read: true, cta: { action: { status: 'done' } } })
  expect(calls.of('POST /usage/log')).toHaveLength(1)

  await slot('header').getByRole('button', { name: 'Choose' }).click()
  await expect(part('workflow-list-item').first()).toBeVisible()
  await expect(slot('footer')).toBeVisible()
  await slot('header').getByRole('button', { name: 'Done' }).click()
  await expect(slot('listItem')).toBeVisible()
})

test('unless a page says otherwise there are a title, a credit and a cog, and the page hears of the count', async ({
  page,
}) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await openPlayground(page, person, { panel: true })
  const { back, bell, layout, settings, title } = inboxOn(page)
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect(events.filter({ hasText: 'unseen-count 0' })).toHaveCount(1)
  await news.trigger(person)
  await expect(events.filter({ hasText: 'unseen-count 1' })).toHaveCount(1)
  await bell.click()
  await expect(title).toHaveText('Notifications')
  await expect(layout).toContainText('Powered by')
  await settings.click()
  await expect(layout).toContainText('Settings')
  await back.click()
  await expect(title).toHaveText('Notifications')
  await expect(settings).toBeFocused()
})
