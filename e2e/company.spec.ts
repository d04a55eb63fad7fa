import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { demo, people, signIn } from './support/demo.ts'
import { mailsTo } from './support/sandbox.ts'

const password = 'four words make one'
const companyOf = () => demo().companies[0]

/** Someone new joins by the mail that Ana has sent to them. */
const join = async (ana: Page, guest: Page, address: string) => {
  await ana.goto(`/companies/${companyOf()?.id}?tab=members`)
  await ana.getByRole('button', { name: 'Invite people' }).first().click()
  await ana.getByRole('combobox', { name: 'Email addresses' }).fill(`${address},`)
  await ana.getByRole('button', { name: 'Send invitations' }).click()
  await expect(ana.getByText('1 invitation sent')).toBeVisible()

  await expect.poll(() => mailsTo(address)).toHaveLength(1)
  const [mail] = await mailsTo(address)
  const link = /https?:\/\/\S+\/invitations\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  await guest.goto(link ?? '')
  await expect(guest.getByText(companyOf()?.name ?? '').first()).toBeVisible()
  await guest.getByLabel('Your name').fill('Davi Rocha')
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByLabel(/I accept/).check()
  await guest.getByRole('button', { name: 'Create account' }).click()
  await expect(guest).toHaveURL(/\/dashboard/)
  await expect(guest.getByText(companyOf()?.name ?? '').first()).toBeVisible()
}

/** Opens the profile of a person who is renamed between the reading of the session and the greeting of the socket. */
const openProfile = async (context: BrowserContext) => {
  const page = await context.newPage()
  const greeting = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/live/, async (socket) => {
    await greeting.promise
    socket.connectToServer()
  })
  await page.goto('/profile?tab=security')
  await expect(page.getByRole('button', { name: "Davi Rocha's account" })).toBeVisible()
  const renamed = await context.request.patch('/api/v1/me', { data: { name: 'Davi Nunes' } })
  expect(renamed.ok(), await renamed.text()).toBe(true)
  greeting.resolve()
  await expect(page.getByRole('button', { name: "Davi Nunes's account" })).toBeVisible()
  return page
}

const endOtherSessions = async (page: Page, ended: Page) => {
  await ended.goto('/profile')
  await ended.getByLabel('Name', { exact: true }).fill('Davi Half Written')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText(/session(s)? ended/)).toBeVisible()
  expect(await (await ended.request.get('/api/auth/session')).json()).toEqual({})
  const again = ended.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(ended.getByLabel('Name', { exact: true })).toHaveValue('Davi Half Written')
  await ended.getByRole('button', { name: 'Save' }).first().click()
  await expect(ended.getByText('Saved').first()).toBeVisible()
}

test('an invited person joins, ends the sessions of another device, and loses access at once when removed', async ({
  browser,
  page,
}) => {
  await signIn(page.context(), people.ana)
  const address = `davi-${Date.now()}@example.test`
  const [elsewhere, context] = [await browser.newContext(), await browser.newContext()]
  const guest = await elsewhere.newPage()
  await join(page, guest, address)
  await signIn(context, address, 'en', password)
  await endOtherSessions(await openProfile(context), guest)

  await page.reload()
  await page.getByRole('button', { name: /Actions for Davi Half Written/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  for (const { request } of [elsewhere, context]) {
    await expect.poll(async () => (await request.get('/api/v1/conversations')).status()).toBe(403)
  }
  await Promise.all([elsewhere.close(), context.close()])
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
  await page.getByRole('link', { name: 'Members', exact: true }).click()
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
