import { expect, test } from '@playwright/test'
import { newColleague } from './support/colleague.ts'
import { people, signIn, speak } from './support/demo.ts'

test('the menu moves the content between 250 px and 0 on a desktop', async ({ page }) => {
  await signIn(page.context(), people.ana)
  await page.goto('/dashboard')
  const content = page.getByTestId('content')
  await expect(content).toHaveCSS('margin-left', '250px')
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(content).toHaveCSS('margin-left', '0px')
})

test('on a phone the menu is a drawer that closes on Escape and on a touch outside', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page.context(), people.ana)
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'Profile' })
  await expect(link).not.toBeInViewport()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(link).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(link).not.toBeInViewport()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(link).toBeInViewport()
  await page.mouse.click(370, 600)
  await expect(link).not.toBeInViewport()
})

test('English stands in for Portuguese files that fail, until they come', async ({ page }) => {
  await speak(page.context(), 'pt')
  let isFailing = true
  await page.route('**/locales/pt/**', (route) => (isFailing ? route.fulfill({ status: 500 }) : route.continue()))
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  isFailing = false
  await expect(page.getByRole('heading', { name: 'Que bom ter você de volta' })).toBeVisible()
})

test('the chatbot of a company opens in a tab of its own', async ({ page, context }) => {
  await signIn(context, people.ana)
  await page.goto('/dashboard')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Chatbot (opens in a new tab)' }).click(),
  ])
  await expect(tab.getByText('stand-in for your chatbot')).toBeVisible()
})

test('a platform admin without the feature is told so, not led astray', async ({ page }) => {
  await signIn(page.context(), people.sofia)
  await page.goto('/integrations/whatsapp/chat')
  await expect(page.getByRole('heading', { name: /don't have access|isn't in your plan/ })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Conversations' })).toHaveCount(0)
})

test('what changes between reading the session and the greeting of the socket is seen', async ({ browser }) => {
  const { context, leave } = await newColleague(browser)
  const page = await context.newPage()
  let greet = () => {}
  const held = new Promise<void>((resolve) => {
    greet = resolve
  })
  await page.routeWebSocket(/\/live/, async (socket) => {
    await held
    socket.connectToServer()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: "Davi Rocha's account" })).toBeVisible()
  const renamed = await context.request.patch('/api/v1/me', { data: { name: 'Davi Nunes' } })
  expect(renamed.ok(), await renamed.text()).toBe(true)
  greet()
  await expect(page.getByRole('button', { name: "Davi Nunes's account" })).toBeVisible()
  await leave()
})

test('the footer names year, product and version, in Portuguese too', async ({ page }) => {
  await signIn(page.context(), people.ana, 'pt')
  await page.goto('/dashboard')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(String(new Date().getFullYear()))
  await expect(footer).toContainText('Recado')
  await expect(footer).toContainText('6.5.0')
  await expect(page.getByRole('link', { name: 'Painel' })).toBeVisible()
})
