import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { demo, people, signIn, speak } from './support/demo.ts'

const publicPages = ['/signin', '/register', '/forgot-password', '/auth/error?error=Configuration', '/no-such-page']
const pages = ['/dashboard', '/companies', '/profile', '/integrations/whatsapp', '/integrations/whatsapp/chat']

const expectClean = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found, path).toEqual([])
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await speak(page.context(), 'en')
    for (const path of publicPages) await expectClean(page, path)
  })

  test(`axe finds nothing on the pages of a company (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page.context(), people.ana)
    for (const path of [...pages, `/companies/${demo().companies[0]?.id}?tab=members`]) await expectClean(page, path)
    await page.goto('/integrations/whatsapp/chat')
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: /Joana/ }).click()
    await expect(page.getByRole('log')).toBeVisible()
    await expectClean(page, new URL(page.url()).pathname + new URL(page.url()).search)
  })
}
