import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { axeIn, drawn } from './support/axe.ts'
import { people, signIn } from './support/demo.ts'
import { newCustomer, write } from './support/sandbox.ts'

const chat = '/integrations/whatsapp/chat'

const chatOf = async (browser: Browser, viewport: { width: number; height: number }, hasTouch = false) => {
  const context = await browser.newContext({ viewport, hasTouch, reducedMotion: 'reduce' })
  await signIn(context, people.ana)
  const page = await context.newPage()
  return { page, close: () => context.close() }
}

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const log = (page: Page) => page.getByRole('log')
const box = async (part: Locator) => {
  await expect(part).toBeVisible()
  const found = await part.boundingBox()
  if (!found) throw new Error('It is not drawn')
  return found
}

const openByName = async (page: Page, name: string) => {
  await page.goto(`${chat}?search=${encodeURIComponent(name)}`)
  await list(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(log(page)).toBeVisible()
}

const findings = async (page: Page) => {
  await drawn(page)
  return (await (await axeIn(page)).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Whether two parts of the page overlap. */
const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await box(one), await box(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('at 1280 px the menu is a rail, rows are 56 px high, and the contact overlays the messages', async ({
  browser,
}) => {
  const customer = newCustomer()
  await write(customer, 'Is anybody there?')
  const { page, close } = await chatOf(browser, { width: 1280, height: 800 })
  await openByName(page, customer.name)
  expect((await box(log(page))).width).toBeGreaterThanOrEqual(600)
  expect((await box(page.locator('[data-conversation-id]').first())).height).toBe(56)
  expect((await box(page.getByRole('navigation', { name: 'Main menu' }))).width).toBeLessThanOrEqual(60)
  const mine = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Mine/ })
  await mine.hover()
  await expect(page.getByRole('tooltip', { name: 'Mine' })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)

  const before = await box(log(page))
  const contact = page.getByRole('complementary', { name: 'Contact' })
  await page.keyboard.press(']')
  await expect(contact).toBeFocused()
  expect((await box(log(page))).width).toBe(before.width)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(contact).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show contact' })).toBeFocused()
  await page.keyboard.press(']')
  await expect(contact).toBeVisible()
  await log(page).click({ position: { x: 40, y: 40 } })
  await expect(contact).toHaveCount(0)

  // A change shows a toast beside the list, the header and the composer, where it can be undone.
  await page.keyboard.press('e')
  const said = page.getByRole('alert').filter({ hasText: `${customer.name}: resolved` })
  await expect(said).toBeVisible()
  await expect(list(page).getByRole('heading', { name: 'Resolved' })).toBeVisible()
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(log(page).getByText('Is anybody there?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  await close()
})

test('the views in the menu have counts that equal their lists', async ({ browser }) => {
  const customer = newCustomer()
  await write(customer, 'Hello?')
  const { page, close } = await chatOf(browser, { width: 1440, height: 900 })
  await page.goto(chat)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const views = menu.getByRole('group', { name: 'Show' }).getByRole('link')
  await expect(views).toContainText(['Mine', 'Unassigned', 'All', 'Mentions', 'Failed', 'Resolved'])
  await menu.getByRole('link', { name: /^Mentions/ }).click()
  await expect(page).toHaveURL(/view=mentions/)
  await expect(menu.getByRole('link', { name: /^Mentions/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: /^View: Mentions/ })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await close()
})

test('on a phone a conversation uses the full screen, and half of it with the keyboard open', async ({ browser }) => {
  const customer = newCustomer()
  await write(customer, 'One line')
  const { page, close } = await chatOf(browser, { width: 390, height: 844 }, true)
  await page.goto(chat)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await openByName(page, customer.name)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  const header = page.getByRole('region', { name: 'Conversation', exact: true }).locator('header')
  expect((await box(header)).y).toBe(0)
  expect((await box(header)).height).toBeLessThanOrEqual(60)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Assign/ }).click()
  await expect(page.getByRole('dialog', { name: 'Assign' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Assign' })).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 420 })
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill(Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n'))
  const composer = page.locator('[data-composer]')
  expect((await box(composer)).height).toBeLessThanOrEqual(210)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await overlap(composer, header)).toBe(false)
  expect(await findings(page)).toEqual([])
  await close()
})
