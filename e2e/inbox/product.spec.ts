import { expect, type Locator, type Page, test } from '@playwright/test'
import { newColleague } from '../support/colleague.ts'
import { newCustomer, write } from '../support/sandbox.ts'

// Each journey goes in one language: the texts of both are looked at where they are written and in jsdom.
const words = {
  en: {
    bell: 'Notifications',
    newCount: (count: number) => `Notifications. New: ${count}`,
    assigned: (customer: string) => `Ana Lima assigned you the conversation with ${customer}`,
    section: 'Notifications',
    workflow: 'Conversation assigned to me',
    inApp: 'In App',
  },
  pt: {
    bell: 'Notificações',
    newCount: (count: number) => `Notificações. Novas: ${count}`,
    assigned: (customer: string) => `Ana Lima atribuiu a você a conversa com ${customer}`,
    promoted: (company: string) => `Agora você administra ${company}`,
    all: 'Todas',
    allCompanies: 'Todas as empresas',
    thisCompany: 'Esta empresa',
    switchAndOpen: 'Trocar e abrir',
    unread: 'Não lida',
  },
} as const

const bellOf = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

/** "Saved" is not there for long: what counts is that the server took it. */
const toggle = async (page: Page, control: Locator) => {
  const answer = page.waitForResponse(
    (response) => response.url().includes('/v1/widgets/preferences/') && response.request().method() === 'PATCH',
  )
  await control.click()
  expect((await answer).ok()).toBe(true)
}

test('an assignment shows in all tabs, and reading it in one clears the others', async ({ browser }) => {
  const text = words.pt
  const { context, assign, leave } = await newColleague(browser, 'pt')
  const customer = newCustomer()
  await write(customer, 'Bom dia!')
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [other, one]) {
    await page.goto('/profile')
    await expect(bellOf(page, text.bell)).toBeVisible()
  }
  await assign(customer.name)
  for (const page of [one, other]) {
    await expect(bellOf(page, text.newCount(1))).toBeVisible()
    await expect(page).toHaveTitle(/^\(\d+\) /)
  }

  await bellOf(other, text.newCount(1)).click()
  const seenElsewhere = other.getByRole('article', { name: text.assigned(customer.name) })
  await expect(seenElsewhere.getByText(text.unread, { exact: true })).toBeAttached()
  await one.bringToFront()
  await bellOf(one, text.newCount(1)).click()
  await one.getByRole('link', { name: text.assigned(customer.name) }).click()
  await expect(bellOf(one, text.bell)).toBeVisible()
  await expect(seenElsewhere.getByText(text.unread, { exact: true })).toHaveCount(0)
  await other.keyboard.press('Escape')
  await expect(bellOf(other, text.bell)).toBeVisible()
  await leave()
})

test('what is preferred in the profile holds', async ({ browser }) => {
  const text = words.en
  const { context, assign, leave } = await newColleague(browser)
  const page = await context.newPage()
  await page.goto('/profile')
  const section = page.getByRole('region', { name: text.section, exact: true })
  await section.getByRole('button', { name: new RegExp(text.workflow) }).click()
  await toggle(page, section.getByRole('switch', { name: text.inApp }))
  await page.reload()
  await section.getByRole('button', { name: new RegExp(text.workflow) }).click()
  await expect(section.getByRole('switch', { name: text.inApp })).not.toBeChecked()

  const [silent, told] = [newCustomer(), newCustomer()]
  for (const customer of [silent, told]) await write(customer, 'Bom dia!')
  await assign(silent.name)
  await toggle(page, section.getByRole('switch', { name: text.inApp }))
  await assign(told.name)
  await bellOf(page, text.newCount(1)).click()
  await expect(page.getByRole('link', { name: text.assigned(told.name) })).toBeVisible()
  await expect(page.getByRole('link', { name: text.assigned(silent.name) })).toHaveCount(0)
  await leave()
})

test('a notification leads into the other company that it is about', async ({ browser }) => {
  const text = words.pt
  const { context, second, promote, leave } = await newColleague(browser, 'pt')
  const page = await context.newPage()
  await page.goto('/profile')
  await expect(bellOf(page, text.bell)).toBeVisible()
  await promote()
  await bellOf(page, text.newCount(1)).click()
  const item = page.getByRole('article', { name: text.promoted(second.name) })
  await expect(item.getByText(second.name, { exact: true })).toBeVisible()
  await page.getByText(text.thisCompany, { exact: true }).click()
  await expect(item).toHaveCount(0)
  await expect(page.getByRole('tab').first()).toHaveText(text.all)
  await page.getByText(text.allCompanies, { exact: true }).click()
  await item.getByRole('link').click()
  await page.getByRole('dialog').getByRole('button', { name: text.switchAndOpen }).click()
  await expect(page).toHaveURL(`/companies/${second.id}`)
  await expect(page.getByRole('banner').getByText(second.name)).toBeVisible()
  await leave()
})

test('a notification opens its conversation without loading the page anew', async ({ browser }) => {
  const { context, assign, leave } = await newColleague(browser)
  const customer = newCustomer()
  await write(customer, 'Is anybody there?')
  const page = await context.newPage()
  await page.goto('/profile')
  await expect(bellOf(page, 'Notifications')).toBeVisible()
  const conversation = await assign(customer.name)
  await page.evaluate(() => void Object.assign(globalThis, { wasHereBefore: true }))
  await bellOf(page, 'Notifications. New: 1').click()
  await page.getByRole('link', { name: words.en.assigned(customer.name) }).click()
  await expect(page).toHaveURL(`/integrations/whatsapp/chat?conversation=${conversation}`)
  await expect(page.getByRole('log').getByText('Is anybody there?')).toBeVisible()
  expect(await page.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true)
  await leave()
})

test('an important notification shows in a corner of one tab and leads to its place', async ({ browser }) => {
  const { context, assign, leave } = await newColleague(browser)
  const customer = newCustomer()
  await write(customer, 'Is anybody there?')
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) {
    await page.goto('/profile')
    await expect(bellOf(page, 'Notifications')).toBeVisible()
  }
  const conversation = await assign(customer.name)
  const toast = (page: Page) => page.getByRole('alert').filter({ hasText: customer.name })
  const toasts = async () => (await toast(one).count()) + (await toast(other).count())
  await expect.poll(toasts).toBe(1)
  const shown = (await toast(one).count()) === 1 ? one : other
  // It stays while somebody is at it.
  await toast(shown).hover()
  for (const page of [one, other]) await expect(bellOf(page, 'Notifications. New: 1')).toBeVisible()
  expect(await toasts()).toBe(1)
  await toast(shown).getByRole('button').first().click()
  await expect(shown).toHaveURL(`/integrations/whatsapp/chat?conversation=${conversation}`)
  for (const page of [one, other]) await expect(bellOf(page, 'Notifications')).toBeVisible()
  await leave()
})
