import { expect, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the menu stands beside the content on a desktop and over it on a phone, and leads to the chatbot', async ({
  page,
  context,
}) => {
  await signIn(context, people.ana, 'pt')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard')
  const content = page.getByTestId('content')
  await expect(content).toHaveCSS('margin-left', '250px')
  await expect(page.getByRole('link', { name: 'Painel' })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(String(new Date().getFullYear()))
  await expect(footer).toContainText('Recado')
  await expect(footer).toContainText('6.5.0')

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Chatbot (abre em uma nova aba)' }).click(),
  ])
  await expect(tab.getByText('stand-in for your chatbot')).toBeVisible()
  await tab.close()

  await page.getByRole('button', { name: 'Fechar o menu' }).click()
  await expect(content).toHaveCSS('margin-left', '0px')

  await page.setViewportSize({ width: 390, height: 844 })
  const link = page.getByRole('link', { name: 'Perfil' })
  const open = page.getByRole('button', { name: 'Abrir o menu' })
  await expect(link).not.toBeInViewport()
  await open.click()
  await expect(link).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(link).not.toBeInViewport()
  await open.click()
  await expect(link).toBeInViewport()
  await page.mouse.click(370, 600)
  await expect(link).not.toBeInViewport()
})

test('a platform admin without the feature is told so, not led astray', async ({ page }) => {
  await signIn(page.context(), people.sofia)
  await page.goto('/integrations/whatsapp/chat')
  await expect(page.getByRole('heading', { name: /don't have access|isn't in your plan/ })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Conversations' })).toHaveCount(0)
})
