import { expect, type Page, test } from '@playwright/test'
import { askService, inboxOn, newFeed, newPerson, newWorkflow, openCompatibilityPage } from './support/inbox.ts'

const buttons = [
  { type: 'primary', content: 'Yes' },
  { type: 'secondary', content: 'No' },
] as const

const unseenOf = async (person: Parameters<typeof askService>[0]) =>
  (await askService<{ data: { count: number } }>(person, '/notifications/unseen')).data.count

const seesInLog = (page: Page, line: string | RegExp) =>
  expect(page.getByTestId('log').getByRole('listitem').filter({ hasText: line }).first()).toBeVisible()

for (const widget of ['published', 'ours'] as const) {
  test.describe(`a page of the 0.24 widget, with ${widget === 'ours' ? 'ours' : 'the published one'}`, () => {
    test('hears, shows, answers, leads on, changes tabs and reads a whole tab', async ({ page }) => {
      const person = newPerson()
      const feed = await newFeed('orders')
      const news = await newWorkflow({ content: 'News {{n}}', url: '/news' })
      const question = await newWorkflow({ content: 'Question {{n}}', buttons })
      const order = await newWorkflow({ content: 'Order {{n}}', feedId: feed._id })
      await news.trigger(person, { n: 1 })
      await order.trigger(person, { n: 2 })
      await openCompatibilityPage(page, person, widget, { feed: feed.identifier })
      const inbox = inboxOn(page)
      await seesInLog(page, /^loaded /)
      await expect(page.getByTestId('unseen')).toHaveText('2')
      await expect(page.getByTestId('fetched')).toHaveText('2')

      await inbox.bell.click()
      await seesInLog(page, 'unseen 2')
      await expect(inbox.title).toHaveText('What happened')
      await expect(inbox.title).toHaveCSS('letter-spacing', '2px')
      await expect(inbox.title).toHaveCSS('color', 'rgb(0, 0, 120)')
      await expect(inbox.title).toHaveCSS('font-family', /^monospace/)
      await expect(inbox.layout).toHaveCSS('background-color', 'rgb(255, 255, 240)')
      await expect(page.getByTestId('footer')).toBeVisible()
      await expect(inbox.items).toHaveCount(2)
      await expect(inbox.items.first()).toContainText('Order 2')

      await question.trigger(person, { n: 3 })
      await expect(inbox.items.first()).toContainText('Question 3')
      await seesInLog(page, 'unseen 3')

      await page.getByRole('button', { name: 'Yes', exact: true }).click()
      await seesInLog(page, `action ${question.identifier} primary`)
      await expect(page.getByTestId('result')).toHaveText('You said yes')

      await page.getByText('News 1').click()
      await seesInLog(page, 'click 1')
      await seesInLog(page, 'url /news')
      // Before the tab is changed: then a part of the published widget goes, and takes the hearing of counts with it.
      await expect(page.getByTestId('unread')).toHaveText('2')

      await inbox.tab('orders').click()
      await seesInLog(page, 'tab orders')
      await expect(inbox.items).toHaveCount(1)
      await expect(inbox.items).toContainText('Order 2')
      await expect.poll(() => unseenOf(person)).toBe(0)

      await page.getByRole('button', { name: 'Read everything' }).click()
      // Of the tab that is open: the question is not in it.
      await expect(page.getByTestId('unread')).toHaveText('1')
    })

    test('shows what can be chosen, without what the page filters out, and saves a choice', async ({ page }) => {
      const person = newPerson()
      const name = 'Shown'
      const shown = await newWorkflow({ content: 'x' }, { name, withEmail: true })
      const hidden = await newWorkflow({ content: 'x' }, { name: 'Hidden' })
      await openCompatibilityPage(page, person, widget)
      const inbox = inboxOn(page)
      await inbox.bell.click()
      await inbox.settings.click()
      await expect(page.getByText('What I want to hear')).toBeVisible()
      const item = inbox.workflows.filter({ hasText: shown.name })
      await expect(item).toBeVisible()
      await expect(inbox.workflows.filter({ hasText: hidden.name })).toHaveCount(0)
      await item.getByRole('button').first().click()
      await inbox
        .part('channel-preference-item')
        .locator('visible=true')
        .last()
        .locator('label, [role=switch]')
        .first()
        .click()
      type Choice = { template: { name: string }; preference: { channels: Record<string, boolean> } }
      const channels = async () => {
        const { data } = await askService<{ data: Choice[] }>(person, '/preferences')
        return data.find(({ template }) => template.name === shown.name)?.preference.channels
      }
      await expect.poll(async () => Object.values((await channels()) ?? {})).toContain(false)
    })

    test('shows the header, items and empty state of the page', async ({ page }) => {
      const person = newPerson()
      await openCompatibilityPage(page, person, widget, { slots: '' })
      const inbox = inboxOn(page)
      await inbox.bell.click()
      await expect(page.getByTestId('header')).toBeVisible()
      await expect(page.getByTestId('empty')).toBeVisible()
      await expect(inbox.title).toBeHidden()
      const question = await newWorkflow({ content: 'Question {{n}}', buttons, url: '/there' })
      await question.trigger(person, { n: 8 })
      const item = page.getByTestId('item')
      await item.getByRole('button', { name: 'Answer' }).click()
      await seesInLog(page, `action ${question.identifier} secondary`)
      await item.getByRole('button', { name: '8' }).click()
      await seesInLog(page, 'click 8')
      await seesInLog(page, 'url /there')
    })
  })
}
