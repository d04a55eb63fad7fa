import { expect, test } from '@playwright/test'
import { newColleague } from './support/colleague.ts'
import { demo, people, signIn } from './support/demo.ts'
import { mailsTo } from './support/sandbox.ts'

const addressOf = (name: string) => `${name}-${Date.now()}@example.test`

test('an invited person joins by the mail they got, and loses access at once when removed', async ({
  browser,
  page,
}) => {
  await signIn(page.context(), people.ana)
  const { companies } = demo()
  const company = companies[0]
  await page.goto(`/companies/${company?.id}?tab=members`)
  const address = addressOf('davi')
  await page.getByRole('button', { name: 'Invite people' }).first().click()
  await page.getByPlaceholder('nome@empresa.com.br').fill(`${address},`)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText('1 invitation sent')).toBeVisible()

  await expect.poll(() => mailsTo(address)).toHaveLength(1)
  const [mail] = await mailsTo(address)
  const link = /https?:\/\/\S+\/invitations\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  const guest = await browser.newContext()
  const guestPage = await guest.newPage()
  await guestPage.goto(link ?? '')
  await expect(guestPage.getByText(company?.name ?? '').first()).toBeVisible()
  await guestPage.getByLabel('Your name').fill('Davi Rocha')
  await guestPage.getByLabel('Password', { exact: true }).fill('four words make one')
  await guestPage.getByLabel(/I accept/).check()
  await guestPage.getByRole('button', { name: 'Create account' }).click()
  await expect(guestPage).toHaveURL(/\/dashboard/)
  await expect(guestPage.getByText(company?.name ?? '').first()).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /Actions for Davi Rocha/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(async () => (await guest.request.get('/api/v1/conversations')).status()).toBe(403)
  await guest.close()
})

test('two companies are open in two tabs, and neither throws the other out', async ({ page }) => {
  await signIn(page.context(), people.ana)
  const [first, second] = demo().companies
  const other = await page.context().newPage()
  const accountOf = (tab: typeof page) => tab.getByRole('banner').getByRole('button', { name: /Ana Lima/ })
  await page.goto(`/companies/${first?.id}`)
  await other.goto('/dashboard')
  await expect(accountOf(other)).toContainText(first?.name ?? '')
  await page.getByLabel('Website').fill('https://half.written')

  await accountOf(other).click()
  await other.getByRole('button', { name: 'Switch company' }).click()
  await other.getByRole('button', { name: new RegExp(second?.name ?? '') }).click()
  await expect(other.getByText(`You're now working in ${second?.name}`)).toBeVisible()
  await expect(accountOf(other)).toContainText(second?.name ?? '')
  await page.bringToFront()
  await expect(accountOf(page)).toContainText(first?.name ?? '')
  await expect(page.getByLabel('Website')).toHaveValue('https://half.written')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Website')).toHaveValue('https://half.written')
  await page.getByRole('tab', { name: 'Members' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Website')).toBeHidden()
  await other.reload()
  await expect(accountOf(other)).toContainText(second?.name ?? '')

  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Dashboard' })
      .click({ modifiers: ['Control'] }),
  ])
  await expect(accountOf(opened)).toContainText(first?.name ?? '')
  await opened.close()

  const fresh = await page.context().newPage()
  const link = `/companies/${first?.id}?tab=members&company=${first?.id}`
  await fresh.goto(link)
  await fresh.getByRole('button', { name: `Switch to ${first?.name} and open` }).click()
  await expect(fresh).toHaveURL(new RegExp(`/companies/${first?.id}\\?tab=members$`))
  await expect(fresh.getByRole('button', { name: 'Invite people' }).first()).toBeVisible()
  await expect(accountOf(other)).toContainText(second?.name ?? '')
  await fresh.goto(`/dashboard?company=${crypto.randomUUID()}`)
  await expect(fresh.getByRole('heading', { name: "You don't have access to this link" })).toBeVisible()
  await fresh.close()

  const refused = await page.request.patch(`/api/v1/companies/${first?.id}`, {
    data: { name: 'Changed by what was begun elsewhere' },
    headers: { 'x-company-version': second?.id ?? '' },
  })
  expect(refused.status()).toBe(409)
  await other.close()
})

test('a session can be ended from another device, at once', async ({ browser }) => {
  const { context: elsewhere, email, password, leave } = await newColleague(browser)
  const context = await browser.newContext()
  await signIn(context, email, 'en', password)
  const page = await context.newPage()
  await page.goto('/profile')
  const ended = await elsewhere.newPage()
  await ended.goto('/profile')
  await ended.getByLabel('Name', { exact: true }).fill('Davi Half Written')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText(/session(s)? ended/)).toBeVisible()
  expect(await (await elsewhere.request.get('/api/auth/session')).json()).toEqual({})
  const again = ended.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(ended.getByLabel('Name', { exact: true })).toHaveValue('Davi Half Written')
  await ended.getByRole('button', { name: 'Save' }).first().click()
  await expect(ended.getByText('Saved').first()).toBeVisible()
  await context.close()
  await leave()
})
