import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { demo, people, signIn, speak } from './support/demo.ts'

const publicPages = ['/signin', '/register', '/forgot-password', '/auth/error?error=Configuration', '/no-such-page']
const pages = ['/dashboard', '/companies', '/profile', '/integrations/whatsapp', '/integrations/whatsapp/chat']
/** Pages whose parts the others show in both schemes: each in one of them. */
const companyPages = {
  light: ['/integrations/whatsapp/templates', '/integrations/whatsapp?tab=signup'],
  dark: ['/company/messages'],
}
const companyTabs = { light: ['members', 'labels'], dark: ['members', 'teams'] }
const platformPages = {
  light: ['/all-companies', '/admin/messages', '/admin/whatsapp-channels', '/admin/audit', '/whatsapp/templates'],
  dark: ['/admin/company-permissions', '/admin/users/customers', '/admin/settings', '/whatsapp', '/whatsapp/chat'],
}

/** The first template in the list of the company. */
const templatePage = async ({ request }: Page) => {
  const { data } = await (await request.get('/api/v1/templates')).json()
  return `/integrations/whatsapp/templates/${data[0].languages[0].id}`
}

const expectAxeClean = async (page: Page, what: string, part = 'html') => {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found, what).toEqual([])
}

const expectClean = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await expectAxeClean(page, path)
}

// One journey looks at up to ten pages.
test.describe.configure({ timeout: 120_000 })

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await speak(page.context(), 'en')
    for (const path of publicPages) await expectClean(page, path)
  })

  test(`axe finds nothing on the pages of a company (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page.context(), people.ana)
    const tabs = companyTabs[scheme].map((tab) => `/companies/${demo().companies[0]?.id}?tab=${tab}`)
    const template = scheme === 'dark' ? [await templatePage(page)] : []
    for (const path of [...pages, ...companyPages[scheme], ...tabs, ...template]) await expectClean(page, path)
    await page.goto('/integrations/whatsapp/chat')
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: /Joana/ }).click()
    await expect(page.getByRole('log')).toBeVisible()
    await expectClean(page, new URL(page.url()).pathname + new URL(page.url()).search)
  })

  test(`axe finds nothing on the pages of the platform (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page.context(), people.admin)
    for (const path of platformPages[scheme]) await expectClean(page, path)
  })

  test(`axe finds nothing on the lists of the notifications (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page.context(), people.admin)
    for (const name of ['workflows', 'activity', 'integrations', 'subscribers', 'logs'])
      await expectClean(page, `/admin/notifications/${name}`)
    await page.goto('/admin/notifications/integrations')
    await page.getByRole('button', { name: /^Settings of Recado Email/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAxeClean(page, 'the settings of a provider', '[role=dialog] form')
  })

  test(`axe finds nothing on a workflow, a run and a subscriber (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page.context(), people.admin)
    const firstOf = async (list: string) =>
      (await (await page.request.get(`/api/v1/admin/notifications/${list}`)).json()).data[0]
    const [workflow, run, subscriber] = [
      await firstOf('workflows'),
      await firstOf('runs'),
      await firstOf('subscribers'),
    ]
    const tabs = scheme === 'light' ? ['preview', 'test', 'versions'] : []
    const paths = [
      `workflows/${workflow.id}`,
      ...tabs.map((tab) => `workflows/${workflow.id}?tab=${tab}`),
      `activity/${run.id}`,
      `subscribers/${subscriber.subscriberId}`,
    ]
    for (const path of paths) await expectClean(page, `/admin/notifications/${path}`)
    await page.goto(`/admin/notifications/workflows/${workflow.id}/edit`)
    await page.getByRole('button', { name: /^Edit 1\./ }).click()
    await page.getByRole('button', { name: 'Add a condition' }).first().click()
    await expectAxeClean(page, 'the form of a workflow')
  })
}
