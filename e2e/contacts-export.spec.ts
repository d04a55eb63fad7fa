import { expect, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'

// Contacts are written into a file with chosen columns, and the choice is there again the next time.

test.use({ actionTimeout: 15_000 })

test('contacts are exported with chosen columns', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  await go('/company/contacts')
  await page.getByRole('button', { name: 'Export' }).click()
  const drawer = page.getByRole('dialog', { name: 'Export contacts' })
  await expect(drawer.getByText(/contacts will be exported/)).toBeVisible()
  await look('the choice of a file', true)
  await drawer.getByRole('radio', { name: 'CSV with semicolons' }).check()
  await drawer.getByRole('checkbox', { name: 'Job title' }).check()
  await drawer.getByRole('checkbox', { name: 'Marketing' }).uncheck()
  await drawer.getByRole('button', { name: 'Export' }).click()
  await expect(drawer).toBeHidden()

  const done = async () => {
    const { data } = (await (await page.request.get('/api/v1/tasks')).json()) as {
      data: { kind: string; file: { url: string } | null }[]
    }
    return data.find(({ kind }) => kind === 'contacts.export')?.file?.url ?? null
  }
  await expect.poll(done, { timeout: 30_000 }).not.toBeNull()
  // Files are in the language of the person, whatever the page speaks.
  const [headings] = (await (await page.request.get((await done()) ?? '')).text()).split('\n')
  expect(headings).toContain('Nome;Telefone;')
  expect(headings).toContain('Cargo')
  expect(headings).not.toContain('Marketing')

  await page.getByRole('button', { name: 'Export' }).click()
  await expect(drawer.getByRole('radio', { name: 'CSV with semicolons' })).toBeChecked()
  await expect(drawer.getByRole('checkbox', { name: 'Job title' })).toBeChecked()
})
