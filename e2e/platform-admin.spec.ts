import { expect, test } from '@playwright/test'
import { axeIn } from './support/axe.ts'
import { people, signIn } from './support/demo.ts'

test('an admin looks into an account, changes nothing there, and is back where they were', async ({ page }) => {
  await signIn(page.context(), people.admin)
  await page.goto('/admin/users/customers')
  await page.getByRole('row', { name: /Bruno Melo/ }).click()
  await page.getByRole('button', { name: 'Access account' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Looking into a number that fails')
  await page
    .getByRole('dialog', { name: "Access Bruno Melo's account" })
    .getByRole('button', { name: 'Access account' })
    .click()

  const bar = page.getByRole('region', { name: "You're using someone else's account" })
  await expect(bar).toContainText("Viewing Bruno Melo's account")
  await expect(bar.getByRole('timer')).toHaveText(/^1\d:\d\d$/)
  await expect(page.getByRole('button', { name: /^(?!Leave).*Bruno Melo's account/ })).toBeVisible()
  const refused = await page.request.patch('/api/v1/me', { data: { name: 'Somebody Else' } })
  expect((await refused.json()).code).toBe('impersonation_view_only')

  await bar.getByRole('button', { name: 'Leave' }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: /Clara .*account/ })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText("Left the user's account").first()).toBeVisible()
})

test('a block that is taken away is gone from the menu of an open page', async ({ page, browser }) => {
  await signIn(page.context(), people.admin)
  await page.goto('/admin/company-permissions?search=Recife')
  const context = await browser.newContext()
  const member = await context.newPage()
  await signIn(context, people.bruno)
  await member.goto('/dashboard')
  await member.getByRole('button', { name: /Bruno Melo's account/ }).click()
  await member.getByRole('button', { name: 'Switch company' }).click()
  await member.getByRole('button', { name: /Recife Bikes/ }).click()
  const menu = member.getByRole('navigation', { name: 'Main menu' })
  await expect(member.getByRole('button', { name: /Recife Bikes.*Bruno Melo's account/ })).toBeVisible()
  await member.goto('/integrations/whatsapp/chat')
  await expect(menu.getByRole('link', { name: /^Conversations/ })).toBeVisible()

  const change = async (item: string, reason: string) => {
    await page.getByRole('button', { name: /Recife Bikes · WhatsApp chat/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('1 change saved').first()).toBeVisible()
  }
  await change('Revoke', 'Unpaid invoices')
  try {
    await expect(menu.getByRole('link', { name: /^Conversations/ })).toBeHidden()
    await expect(member.getByText('Your company no longer has access to conversations')).toBeVisible()
    await member.reload()
    await expect(member.getByRole('heading', { level: 1 })).toContainText("This feature isn't in your plan")
  } finally {
    await change('Use plan default', 'They paid')
  }
  await expect(menu.getByRole('link', { name: /^Conversations/ })).toBeVisible()
  await context.close()
})

test('an announcement stands above every page of those it is for, until they close it on any device', async ({
  page,
  browser,
}) => {
  await signIn(page.context(), people.admin)
  const { request } = page.context()
  const words = (title: string, body: string) => ({ title, body })
  const content = {
    en: words('Messages are late', 'WhatsApp takes minutes to deliver. We are on it.'),
    pt: words('Mensagens atrasadas', 'O WhatsApp está levando minutos para entregar. Já estamos cuidando disso.'),
    url: '/profile',
  }
  const created = await request.post('/api/v1/admin/system-campaigns', {
    data: {
      ...{ name: 'Delays', topic: 'incident', channels: ['banner'], capDays: null, content },
      // Nobody else's journeys have it above their pages.
      audience: { roles: ['admin'] },
    },
  })
  expect(created.status(), await created.text()).toBe(201)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const reader = await context.newPage()
  await signIn(context, people.admin, 'pt')
  await reader.goto('/profile')
  const bar = reader.getByRole('region', { name: 'Comunicado' })
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar).toBeHidden()

  await page.goto('/admin/campaigns')
  await page.getByText('Delays').click()
  const drawer = page.getByRole('dialog', { name: 'Delays' })
  await drawer.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  // The page of the reader is open: it hears of it. Announcements go out at each minute.
  await expect(bar).toContainText('Mensagens atrasadas', { timeout: 120_000 })
  expect((await (await axeIn(reader)).analyze()).violations).toEqual([])
  await bar.getByRole('button', { name: 'Fechar comunicado' }).click()
  await expect(bar).toBeHidden()
  await reader.reload()
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar).toBeHidden()

  await context.close()
})
