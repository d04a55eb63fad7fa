import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { demo, people, signIn, speak } from './support/demo.ts'

const publicPages = ['/signin', '/register', '/forgot-password', '/auth/error?error=Configuration', '/no-such-page']
const pages = ['/dashboard', '/companies', '/profile', '/integrations/whatsapp', '/integrations/whatsapp/chat']

const expectAxeClean = async (page: Page, what: string) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found, what).toEqual([])
}

const expectClean = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await expectAxeClean(page, path)
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
  test(`axe finds nothing on the pages of the notifications (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page.context(), people.admin)
    const get = async (path: string) => (await page.request.get(`/api/v1/admin/notifications/${path}`)).json()
    const [workflow] = (await get('workflows')).data
    const [run] = (await get('runs')).data
    const [subscriber] = (await get('subscribers')).data
    const details = [
      `workflows/${workflow.id}`,
      `workflows/${workflow.id}?tab=preview`,
      `workflows/${workflow.id}?tab=test`,
      `workflows/${workflow.id}?tab=versions`,
      `activity/${run.id}`,
      `subscribers/${subscriber.subscriberId}`,
    ]
    const lists = ['workflows', 'activity', 'integrations', 'subscribers', 'logs']
    for (const path of [...lists, ...details]) await expectClean(page, `/admin/notifications/${path}`)
    await page.goto(`/admin/notifications/workflows/${workflow.id}/edit`)
    await page.getByRole('button', { name: /^Edit 1\./ }).click()
    await page.getByRole('button', { name: 'Add a condition' }).first().click()
    await expectAxeClean(page, 'the form of a workflow')
    await page.goto('/admin/notifications/integrations')
    await page.getByRole('button', { name: /^Settings of Recado Email/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAxeClean(page, 'the settings of a provider')
  })
}
