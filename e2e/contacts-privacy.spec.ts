import { expect, type Page, test } from '@playwright/test'
import { axeIn, drawn } from './support/axe.ts'
import { demo, people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'

// A person asks to be forgotten: recorded, identity confirmed, erased with a certificate, and kept off the list of contacts.

const newPerson = () => {
  const phone = `+55 11 9${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
  return { phone, name: `Zenaide ${phone.slice(-8)}` }
}

test.use({ actionTimeout: 15_000 })

const check = async (page: Page) => {
  await drawn(page)
  const { violations } = await (await axeIn(page)).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

const addContact = async (page: Page) => {
  const { phone, name } = newPerson()
  await page.goto('/company/contacts')
  await page.getByRole('button', { name: 'New contact' }).click()
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByLabel('Phone').fill(phone)
  await drawer.getByRole('button', { name: 'Add contact' }).click()
  await expect(drawer).toBeHidden()
  return { phone, name }
}

/** Adds a contact and opens what is known of their consent. */
const openConsent = async (page: Page) => {
  const { phone, name } = await addContact(page)
  await page.goto(`/company/contacts?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('tab', { name: 'Consent' }).click()
  return { phone, name }
}

test('a request to be erased goes from receipt to certificate, by keys where it matters', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { phone, name } = await addContact(page)
  await page.goto('/company/contacts/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await check(page)

  await page.getByRole('button', { name: 'New privacy request' }).first().click()
  const form = page.getByRole('dialog', { name: 'New privacy request' })
  await form.getByRole('combobox', { name: 'Contact' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await form.getByRole('combobox', { name: 'What they ask for' }).click()
  await page.getByRole('option', { name: 'Erasure' }).click()
  await check(page)
  await form.getByRole('button', { name: 'Record request' }).click()

  const request = page.getByRole('dialog', { name: 'Erasure' })
  await request.getByRole('button', { name: 'Send code on WhatsApp' }).click()
  await expect(request.getByRole('alert')).toContainText('needs an approved template')
  await request.getByRole('button', { name: 'Confirm another way' }).press('Enter')
  await request.getByLabel('How you confirmed it').fill('Showed an ID at the counter')
  await page.keyboard.press('Enter')
  await expect(request.getByText('Confirmed by a team member')).toBeVisible()
  await check(page)

  await request.getByRole('button', { name: 'Erase data…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Erase ${name}'s data?` })
  await expect(dialog.getByRole('button', { name: 'Erase data' })).toBeDisabled()
  await dialog.getByLabel(`Type ${name} to confirm`, { exact: false }).fill(name)
  await check(page)
  await page.keyboard.press('Enter')
  const closing = page.getByRole('dialog').filter({ hasText: 'Everything about this person was erased.' })
  await expect(closing.getByRole('button', { name: 'Download certificate' })).toBeVisible({ timeout: 60_000 })

  await page.goto('/company/contacts/privacy?tab=suppression')
  await page.getByLabel('Phone or email').fill(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'has been on the list since' })).toBeVisible()
  await check(page)
})

test('consent is recorded with what proves it, and an opt-out over it', async ({ page, context }) => {
  await signIn(context, people.ana)
  await openConsent(page)
  await page.getByRole('button', { name: 'Record consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record consent' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Describe what proves the consent')).toBeVisible()
  await check(page)
  await dialog.getByLabel('Evidence', { exact: false }).first().fill('Signed at the counter, drawer B')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Record opt-out' }).click()
  const optOut = page.getByRole('dialog', { name: 'Record opt-out' })
  await optOut.getByRole('button', { name: 'Save' }).click()
  await expect(optOut).toBeHidden()
  await page.getByRole('button', { name: /^History/ }).click()
  const records = page.getByRole('tabpanel').getByRole('list').last().getByRole('listitem')
  await expect(records).toHaveCount(2)
  await expect(records.first()).toContainText('Opted out')
  await expect(records.last()).toContainText('Signed at the counter, drawer B')
  await check(page)
})

test('people are asked to confirm by a template, which double opt-in does not begin without', async ({
  page,
  context,
}) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  await go(`/companies/${demo().companies[0]?.id}?tab=consent`)
  const on = page.getByRole('switch', { name: 'Ask people to confirm on WhatsApp' })
  await on.press('Space')
  await expect(on).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose a template in at least one language.')).toBeVisible()
  await look('double opt-in without a template')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(on).not.toBeChecked()
})

test('the code that confirms who asks is sent by a template once the window is closed', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { name } = await addContact(page)
  const { go, look } = await looking(page)
  await go('/company/contacts/privacy')
  await page.getByRole('button', { name: 'New privacy request' }).first().click()
  const form = page.getByRole('dialog', { name: 'New privacy request' })
  await form.getByRole('combobox', { name: 'Contact' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await form.getByRole('combobox', { name: 'What they ask for' }).click()
  await page.getByRole('option', { name: 'Access to data' }).click()
  await form.getByRole('button', { name: 'Record request' }).click()
  const request = page.getByRole('dialog', { name: 'Access to data' })
  await request.getByRole('button', { name: 'Send code on WhatsApp' }).click()
  await expect(request.getByRole('combobox', { name: 'Template' })).toHaveValue(/^\w+ · Brazilian Portuguese$/)
  await look('the template of a code', true)
  await request.getByRole('button', { name: 'Send with template' }).click()
  await expect(request.getByText(/^Ask them for the code\. It expires at/)).toBeVisible()
  await expect(request.getByRole('alert')).toBeHidden()
})

test('a person erased from their page leaves a certificate there', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { name } = await openConsent(page)
  await page.getByRole('button', { name: 'Erase data…' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase ${name}'s data?` })
  await dialog.getByLabel(`Type ${name} to confirm`, { exact: false }).fill(name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Everything about this person was erased.')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByRole('button', { name: 'Download certificate' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Add note' })).toBeHidden()
  await expect(page.getByText('Personal data erased')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download certificate' })).toBeVisible()
  await check(page)
})
