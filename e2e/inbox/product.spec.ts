import { expect, type Locator, type Page, test } from '@playwright/test'
import { newColleague } from '../support/colleague.ts'
import { newCustomer, write } from '../support/sandbox.ts'

type Colleague = Awaited<ReturnType<typeof newColleague>>

const bell = 'Notificações'
const newCount = (count: number) => `Notificações. Novas: ${count}`
const assigned = (customer: string) => `Ana Lima atribuiu a você a conversa com ${customer}`
const unread = 'Não lida'

const bellOf = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

/** "Saved" is not there for long: what counts is that the server took it. */
const toggle = async (page: Page, control: Locator) => {
  const answer = page.waitForResponse(
    (response) => response.url().includes('/v1/widgets/preferences/') && response.request().method() === 'PATCH',
  )
  await control.press(' ')
  expect((await answer).ok()).toBe(true)
}

/** Ana assigns a conversation with someone new; the customer's name, and the address of the conversation. */
const assignNew = async ({ assign }: Colleague) => {
  const { name, phone } = newCustomer()
  await write({ name, phone }, 'Tem alguém aí?')
  return { name, url: `/integrations/whatsapp/chat?conversation=${await assign(name)}` }
}

/** It shows in the corner of one tab alone, and leads to its place without loading the page again. Answers that tab. */
const openFromCorner = async (colleague: Colleague, tabs: readonly [Page, Page]) => {
  for (const page of tabs) await page.evaluate(() => void Object.assign(globalThis, { wasHereBefore: true }))
  const { name, url } = await assignNew(colleague)
  const toast = (page: Page) => page.getByRole('alert').filter({ hasText: name })
  const counts = () => Promise.all(tabs.map((page) => toast(page).count()))
  const shownIn = async () => (await counts()).reduce((sum, count) => sum + count)
  await expect.poll(shownIn).toBe(1)
  const shown = tabs[(await counts()).indexOf(1)] ?? tabs[0]
  // It stays while someone is at it.
  await toast(shown).hover()
  for (const page of tabs) {
    await expect(bellOf(page, newCount(1))).toBeVisible()
    await expect(page).toHaveTitle(/^\(\d+\) /)
  }
  expect(await shownIn()).toBe(1)
  await toast(shown).getByRole('button').first().click()
  await expect(shown).toHaveURL(url)
  await expect(shown.getByRole('log').getByText('Tem alguém aí?')).toBeVisible()
  expect(await shown.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true)
  for (const page of tabs) await expect(bellOf(page, bell)).toBeVisible()
  return shown
}

const readInOneTab = async (colleague: Colleague, here: Page, other: Page) => {
  const { name, url } = await assignNew(colleague)
  for (const page of [here, other]) await expect(bellOf(page, newCount(1))).toBeVisible()
  await other.bringToFront()
  await bellOf(other, newCount(1)).click()
  const seenElsewhere = other.getByRole('article', { name: assigned(name) })
  await expect(seenElsewhere.getByText(unread, { exact: true })).toBeAttached()
  await here.bringToFront()
  await bellOf(here, newCount(1)).click()
  await here.getByRole('link', { name: assigned(name) }).click()
  await expect(here).toHaveURL(url)
  await expect(bellOf(here, bell)).toBeVisible()
  await expect(seenElsewhere.getByText(unread, { exact: true })).toHaveCount(0)
  await other.keyboard.press('Escape')
  await expect(bellOf(other, bell)).toBeVisible()
}

const preferOtherwise = async (colleague: Colleague, page: Page) => {
  const section = page.getByRole('region', { name: bell, exact: true })
  const inApp = section.getByRole('switch', { name: 'Conversa atribuída a mim: No app' })
  await page.bringToFront()
  await toggle(page, inApp)
  await page.reload()
  await expect(inApp).not.toBeChecked()

  const silent = await assignNew(colleague)
  // Preferences apply as of the moment of the decision.
  await expect.poll(() => colleague.isDecided(silent.name)).toBe(true)
  await toggle(page, inApp)
  const told = await assignNew(colleague)
  await bellOf(page, newCount(1)).click()
  await expect(page.getByRole('link', { name: assigned(told.name) })).toBeVisible()
  await expect(page.getByRole('link', { name: assigned(silent.name) })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bellOf(page, bell)).toBeVisible()
}

const goToOtherCompany = async ({ second, promote }: Colleague, page: Page) => {
  await promote()
  await bellOf(page, newCount(1)).click()
  const item = page.getByRole('article', { name: `Agora você administra ${second.name}` })
  await expect(item.getByText(second.name, { exact: true })).toBeVisible()
  await page.getByText('Esta empresa', { exact: true }).click()
  await expect(item).toHaveCount(0)
  await expect(page.getByRole('tab').first()).toHaveText('Todas')
  await page.getByText('Todas as empresas', { exact: true }).click()
  await item.getByRole('link').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar e abrir' }).click()
  await expect(page).toHaveURL(`/companies/${second.id}`)
  await expect(page.getByRole('banner').getByText(second.name)).toBeVisible()
}

test('someone is told of what concerns them, in every tab, as they prefer it', async ({ browser }) => {
  const colleague = await newColleague(browser, 'pt')
  const tabs = [await colleague.context.newPage(), await colleague.context.newPage()] as const
  for (const page of tabs) {
    await page.goto('/profile?tab=notifications')
    await expect(bellOf(page, bell)).toBeVisible()
  }
  const shown = await test.step('an important one shows in a corner of one tab and leads to its place', () =>
    openFromCorner(colleague, tabs))
  const other = shown === tabs[0] ? tabs[1] : tabs[0]
  await test.step('reading one in a tab clears the others', () => readInOneTab(colleague, shown, other))
  await test.step('what is preferred in the profile holds', () => preferOtherwise(colleague, other))
  await test.step('one leads into the other company that it is about', () => goToOtherCompany(colleague, other))
  await colleague.leave()
})
