import { expect, test } from '@playwright/test'
import { speak } from './support/demo.ts'
import { mailsTo, newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

test('someone new signs up, connects a number, and answers their first customer', async ({ page }) => {
  await speak(page.context(), 'en')
  const email = `nina-${Date.now()}@example.test`
  const password = 'four words make one'
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Nina Castro')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Company name').fill('Doces da Nina')
  await page.getByLabel(/I accept/).check()
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  const code = /\b\d{6}\b/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
  const field = page.getByLabel('Code', { exact: true })
  await field.pressSequentially(code === '000000' ? '000001' : '000000')
  await expect(page.getByText("That code isn't right")).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: /Send a new code in 0:\d\d/ })).toBeDisabled()
  await page.keyboard.type(code)
  await expect(page.getByRole('heading', { name: /Nina/ })).toBeVisible()

  await page.goto('/integrations/whatsapp')
  await page.getByRole('button', { name: 'With a token' }).click()
  await page.getByRole('button', { name: 'Fill in sample values' }).click()
  const phoneNumberId = await page.getByLabel(/Phone number ID/i).inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Connect/ })
    .click()
  await expect(page).toHaveURL(/\/integrations\/whatsapp\/[\w-]{36}/)

  const customer = newCustomer()
  await write(customer, 'Is the cake ready?', { phoneNumberId })
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Conversations/ })
    .click()
  await page.getByRole('button', { name: new RegExp(customer.name) }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('It is, come by!')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  const last = async () => (await phoneMessages(waIdOf(customer.phone), phoneNumberId)).at(-1)
  await expect.poll(async () => (await last())?.message.text?.body).toBe('It is, come by!')
  await expect(page.getByRole('log').getByRole('img', { name: 'Read' })).toBeVisible()
})
