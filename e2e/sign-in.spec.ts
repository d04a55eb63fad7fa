import { expect, test } from '@playwright/test'
import { demo, people } from './support/demo.ts'

test('someone signs in, chooses a language, and signs out of every tab', async ({ context, page }) => {
  const password = demo().accounts.find(({ email }) => email === people.bruno)?.password ?? ''
  const signIn = async (typed: string) => {
    await page.getByLabel('E-mail').fill(people.bruno)
    await page.getByLabel('Senha', { exact: true }).fill(typed)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }
  await page.goto('/companies')
  await expect(page).toHaveURL(/\/signin\?.*SessionRequired/)
  await expect(page.getByText('Please sign in to open this page.')).toBeVisible()

  await page.getByRole('button', { name: 'Language' }).click()
  await page
    .getByRole('menuitem', { name: /Português/ })
    .or(page.getByRole('menuitemradio', { name: /Português/ }))
    .click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /^pt/)

  await signIn('not the password')
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
  await signIn(password)
  await expect(page).toHaveURL(/\/companies$/)
  await expect(
    page.getByRole('heading', { name: 'Companies' }).or(page.getByRole('heading', { name: 'Empresas' })),
  ).toBeVisible()

  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const copied = await context.storageState()
  await page.bringToFront()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Bruno Melo/ })
    .click()
  await page
    .getByRole('menuitem', { name: 'Sair' })
    .or(page.getByRole('button', { name: 'Sair' }))
    .click()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin/)
  const cookies = copied.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const session = await page.request.get('/api/auth/session', { headers: { cookie: cookies } })
  expect(await session.json()).toEqual({})

  // An address of another site is not followed.
  await page.goto('/signin?callbackUrl=https%3A%2F%2Fexample.com%2F')
  await signIn(password)
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/dashboard$/)
})
