import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { control, newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

const chat = '/integrations/whatsapp/chat'

const openChat = async (context: BrowserContext, email: string, language: 'en' | 'pt') => {
  await signIn(context, email, language)
  const page = await context.newPage()
  await page.goto(chat)
  return page
}

const inList = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^(Conversations|Conversas)$/ })
    .getByRole('button', { name: new RegExp(name) })
    .first()
const openConversation = async (page: Page, name: string) => {
  await inList(page, name).click()
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
}

test('a message from a phone shows in two browsers that see each other, the answer on the phone, and its ticks', async ({
  browser,
}) => {
  const [one, two] = [await browser.newContext(), await browser.newContext()]
  const ana = await openChat(one, people.ana, 'pt')
  const bruno = await openChat(two, people.bruno, 'en')
  const customer = newCustomer()
  // Whoever stands first in the list, as other journeys move it: what is written next comes to pages that are there.
  for (const page of [ana, bruno]) await expect(page.locator('[data-conversation-id]').first()).toBeVisible()

  await write(customer, 'Bom dia, vocês abrem no feriado?')
  await Promise.all(
    [ana, bruno].map((page) => expect(page.getByText('Bom dia, vocês abrem no feriado?').first()).toBeVisible()),
  )

  await openConversation(bruno, customer.name)
  await openConversation(ana, customer.name)
  await expect(ana.getByText('Bruno também está aqui')).toBeVisible()
  await expect(bruno.getByText('Ana is here too')).toBeVisible()
  await ana.getByRole('textbox', { name: 'Mensagem' }).pressSequentially('Um momento')
  await expect(bruno.getByText('Ana is typing')).toBeVisible()
  await bruno.getByRole('textbox', { name: 'Message' }).fill('We do, until *noon*.')
  await bruno.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(ana.getByRole('log').getByText('We do, until')).toBeVisible()
  await expect(ana.getByRole('log').locator('strong', { hasText: 'noon' })).toBeVisible()

  const onPhone = () => phoneMessages(waIdOf(customer.phone))
  await expect.poll(async () => (await onPhone()).map((m) => m.direction)).toEqual(['in', 'out'])
  expect((await onPhone()).at(-1)?.message.text?.body).toBe('We do, until *noon*.')
  await expect(bruno.getByRole('log').getByRole('img', { name: 'Read' }).last()).toBeVisible()
  await expect(ana.getByRole('log').getByRole('img', { name: 'Lida' }).last()).toBeVisible()
  await ana.goto('/dashboard')
  await expect(bruno.getByText(/^Ana is/)).toHaveCount(0)
  await Promise.all([one.close(), two.close()])
})

const pressTwice = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'Hello?')
  await openConversation(page, customer.name)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Once is enough')
  await Promise.all([box.press('Enter'), box.press('Enter'), box.press('Enter')])
  await expect(page.getByRole('log').getByText('Once is enough')).toHaveCount(1)
  const outgoing = async () => (await phoneMessages(waIdOf(customer.phone))).filter((m) => m.direction === 'out').length
  await expect.poll(outgoing).toBe(1)
  await expect(page.getByRole('log').getByRole('img', { name: /Delivered|Read/ })).toBeVisible()
  expect(await outgoing()).toBe(1)
}

const loseConnection = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'First')
  await openConversation(page, customer.name)
  await expect(page.getByRole('log').getByText('First')).toBeVisible()
  await page.context().setOffline(true)
  await write(customer, 'Second, while you were away')
  await write(customer, 'Third')
  await page.context().setOffline(false)
  await expect(page.getByRole('log').getByText('Second, while you were away')).toBeVisible()
  await expect(page.getByRole('log').getByText('Third')).toHaveCount(1)
}

const answerByTemplate = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'Are you there?', { at: Date.now() - 30 * 3_600_000 })
  await page.goto(`${chat}?search=${encodeURIComponent(customer.name)}`)
  await openConversation(page, customer.name)
  await expect(page.getByText('The 24-hour window is closed')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await page
    .getByRole('button', { name: /Choose template|Send template/ })
    .first()
    .click()
  await page.getByText('retomar_conversa').first().click()
  await page.getByRole('textbox', { name: 'Variable 1' }).fill('Bia')
  await page.getByRole('button', { name: 'Send template' }).click()
  await expect(page.getByRole('log').getByText('Oi Bia, aqui é do Empório Boa Vista')).toBeVisible()
  await expect
    .poll(async () => (await phoneMessages(waIdOf(customer.phone))).filter((m) => m.type === 'template').length)
    .toBe(1)
}

const answerHiddenNumber = async (page: Page) => {
  const customer = newCustomer()
  await control('customers', { phone: customer.phone, name: customer.name, username: 'hidden.one', hidden: 'omitted' })
  await write(customer, 'You cannot see my number')
  await openConversation(page, customer.name)
  await page.getByRole('textbox', { name: 'Message' }).fill('And yet we can talk')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect
    .poll(async () => (await phoneMessages(waIdOf(customer.phone))).at(-1)?.message.text?.body)
    .toBe('And yet we can talk')
}

const beRefused = async (page: Page) => {
  const customer = newCustomer('1026')
  await write(customer, 'Hi')
  await page.goto(chat)
  await openConversation(page, customer.name)
  await page.getByRole('textbox', { name: 'Message' }).fill('Will not arrive')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(page.getByRole('log').getByText('Not delivered.')).toBeVisible()
  await expect(page.getByRole('log').getByText(/131026/)).toBeVisible()

  // No one has to look into the conversation to hear of it.
  const own = page.locator('[data-conversation-id]', { hasText: customer.name })
  const views = page.getByRole('button', { name: /^View:/ })
  await expect(views).toHaveAccessibleName(/undelivered/)
  await views.click()
  const names = page.getByRole('menuitem', { name: /^(Mine|Unassigned|All|Mentions|Failed|Resolved)/ })
  const order = ['Mine', 'Unassigned', 'All', 'Mentions', 'Failed', 'Resolved']
  await expect(names).toContainText(order)
  await page.getByRole('menuitem', { name: /^Failed/ }).click()
  await expect(own).toHaveCount(1)
  const failures = page.getByRole('region', { name: 'Undelivered messages' })
  await failures.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByRole('log').getByText('This message was resent.')).toBeVisible()
  // The second attempt fares no better, and someone decides to leave it at that.
  await expect(page.getByRole('log').getByText('Not delivered.')).toHaveCount(1)
  // Clicked while the list still shows the first attempt, the button would dismiss that one.
  await expect(async () => {
    await failures.getByRole('button', { name: 'Dismiss' }).click()
    await expect(failures).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('log').getByText('Not delivered.')).toBeVisible()
    await expect(failures).toHaveCount(0, { timeout: 5000 })
  }).toPass()
  await expect(own).toHaveCount(0)
}

test('one inbox answers customers of every kind', async ({ page }) => {
  await signIn(page.context(), people.bruno)
  await page.goto(chat)
  await test.step('a second press of the key sends nothing twice', () => pressTwice(page))
  await test.step('what came while the socket was cut is there when it is back', () => loseConnection(page))
  await test.step('a customer who hides their number is answered like any other', () => answerHiddenNumber(page))
  await test.step('when the window is closed only a template can be sent', () => answerByTemplate(page))
  await test.step('a message that WhatsApp refuses says why and what to do', () => beRefused(page))
})
