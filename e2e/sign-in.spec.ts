import { expect, test } from '@playwright/test'
import { demo, people, signIn } from './support/demo.ts'

test('a wrong password says so, the right one leads to where the person wanted to go', async ({ page }) => {
  await page.goto('/companies')
  await expect(page).toHaveURL(/\/signin\?.*SessionRequired/)
  await expect(page.getByText('Please sign in to open this page.')).toBeVisible()

  await page.getByLabel('Email').fill(people.bruno)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()

  const { accounts } = demo()
  const bruno = accounts.find((account) => account.email === people.bruno)
  await page.getByLabel('Password', { exact: true }).fill(bruno?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/companies$/)
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
})

test('signing out in one tab signs out the other, and a copied cookie is worth nothing', async ({ context, page }) => {
  await signIn(context, people.bruno)
  const other = await context.newPage()
  await page.goto('/dashboard')
  await other.goto('/profile')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const copied = await context.storageState()

  await page.bringToFront()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Bruno Melo/ })
    .click()
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .click()
  await expect(page).toHaveURL(/\/signin/)
  await expect(other).toHaveURL(/\/signin/)

  const cookies = copied.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const session = await page.request.get('/api/auth/session', { headers: { cookie: cookies } })
  expect(await session.json()).toEqual({})
})

test('a callback address of another site is not followed', async ({ page }) => {
  await page.goto('/signin?callbackUrl=https%3A%2F%2Fexample.com%2F')
  await page.getByLabel('Email').fill(people.bruno)
  const bruno = demo().accounts.find((account) => account.email === people.bruno)
  await page.getByLabel('Password', { exact: true }).fill(bruno?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/dashboard$/)
})

test('the language is chosen once and kept', async ({ page }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Language' }).click()
  await page
    .getByRole('menuitem', { name: /Português/ })
    .or(page.getByRole('menuitemradio', { name: /Português/ }))
    .click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /^pt/)
})
