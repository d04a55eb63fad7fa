import { randomInt } from 'node:crypto'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { demo, enter, people, signIn } from './support/demo.ts'

const signupPage = '/integrations/whatsapp?tab=signup'

/** Signs Ana in to her second company: other journeys count on the numbers of the first. */
const signInAna = async (context: BrowserContext) => {
  await signIn(context, people.ana)
  await enter(context, demo().companies[1]?.id)
}

/** To the panel whose button opens Meta's window. */
const begin = async (page: Page, way = 'Connect a new number') => {
  await page.goto(signupPage)
  await page.getByRole('button', { name: way }).click()
  const start = page.getByRole('button', { name: "Open Meta's window" })
  await expect(start).toBeEnabled()
  return start
}

/** What someone does in the window that plays Meta's. */
const goThrough = async (page: Page, open: () => Promise<void>, act: (dialog: Page) => Promise<void>) => {
  const [dialog] = await Promise.all([page.waitForEvent('popup'), open()])
  await dialog.waitForLoadState()
  await expect(dialog.getByRole('combobox', { name: 'Number' }).locator('option').first()).toBeAttached()
  const closed = dialog.waitForEvent('close')
  await act(dialog)
  await closed
}

/** A name that no other journey gives, nor the first try of the same one. */
const newName = (name: string) => `${name} ${randomInt(100_000, 1_000_000)}`

const cardOf = (page: Page, name: string) => page.getByRole('region', { name })

const connectAndComeBack = async (page: Page) => {
  const name = newName('Floricultura Jasmim')
  const start = await begin(page)
  await goThrough(
    page,
    () => start.click(),
    async (dialog) => {
      await dialog.getByLabel('Business name').fill(name)
      await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
    },
  )
  await expect(cardOf(page, name)).toBeVisible()
  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await again.goto(signupPage)
  const card = cardOf(again, name)
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByText(/Send a message to \+55/)).toBeVisible()
  await card.getByRole('link', { name: 'Open number' }).click()
  await expect(again.getByRole('heading', { name })).toBeVisible()
  await again.close()
}

const connectWithPin = async (page: Page) => {
  const name = newName('Oficina Torque')
  const start = await begin(page)
  await goThrough(
    page,
    () => start.click(),
    async (dialog) => {
      await dialog.getByLabel('Business name').fill(name)
      await dialog.getByLabel('Existing PIN').fill('135790')
      await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
    },
  )
  const card = cardOf(page, name)
  await expect(card.getByText(/already has a two-step verification PIN/)).toBeVisible()
  await card.getByRole('textbox').first().click()
  await page.keyboard.type('000000')
  await card.getByRole('button', { name: 'Register' }).click()
  await expect(card.getByText(/That isn't the number's PIN/)).toBeVisible()
  await card.getByRole('textbox').first().click()
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace')
  await card.getByRole('textbox').first().click()
  await page.keyboard.type('135790')
  await card.getByRole('button', { name: 'Register' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
}

const leaveAndContinue = async (page: Page) => {
  const name = newName('Café Serra Azul')
  const start = await begin(page, 'Connect and keep the app')
  await goThrough(
    page,
    () => start.click(),
    async (dialog) => {
      await dialog.getByLabel('Leave at').selectOption('PHONE_NUMBER_VERIFICATION')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    },
  )
  await expect(page.getByText("Meta's window was closed before finishing").first()).toBeVisible()
  await expect(page.getByText(/You stopped at: verifying the number/).first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).first().click()
  const open = page.getByRole('button', { name: "Open Meta's window" })
  await expect(open).toBeEnabled()
  await goThrough(
    page,
    () => open.click(),
    async (dialog) => {
      await dialog.getByLabel('Business name').fill(name)
      await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
    },
  )
  const card = cardOf(page, name)
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByText(/History: (arriving|requested)/)).toBeVisible()
}

test('numbers are connected by the window of Meta', async ({ context }) => {
  await signInAna(context)
  await test.step('a new one, whose signup goes on after the tab was closed', async () =>
    connectAndComeBack(await context.newPage()))
  const page = await context.newPage()
  await test.step('one with a PIN, which is asked for in plain words', () => connectWithPin(page))
  await test.step('one whose window was left, where the signup goes on from there', () => leaveAndContinue(page))
})
