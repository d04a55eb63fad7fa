import { expect, type Locator, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'

// Contacts are imported by keys alone: pasted, mapped, checked, taken in and undone; each step is looked at on the way.

const path = '/company/contacts/imports'
const digits = String(Math.floor(10_000_000 + Math.random() * 89_999_999))
const name = `Zélia ${digits}`
const rows = [
  'Nome;Celular;E-mail;Anotação do vendedor',
  `${name};11 9${digits};zelia${digits}@example.test;gosta de café`,
  `Twice ${digits};+55 11 9${digits};;`,
  'Short;123;;',
].join('\n')

test.use({ actionTimeout: 15_000 })

/** Goes to a control as the keyboard does. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeEnabled({ timeout: 20_000 })
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there')
}

const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole('button', { name, exact: typeof name === 'string' }))
  await page.keyboard.press('Enter')
}

test('contacts are imported and the import undone by keys alone', async ({ page, context }) => {
  test.slow()
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  const heading = (text: string) => page.getByRole('heading', { level: 2, name: text })

  await go(`${path}/new`)
  await look('the choice of a file')
  await tabTo(page, page.getByRole('radio', { name: 'Upload a file' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('textbox', { name: 'Rows' }))
  await page.keyboard.insertText(rows)
  await press(page, 'Continue')

  await expect(heading('Columns')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('combobox', { name: 'Field for Celular' })).toHaveValue('Phone')
  await expect(page.getByRole('combobox', { name: 'Field for Anotação do vendedor' })).toHaveValue("Don't import")
  await look('the columns')
  await tabTo(page, page.getByRole('combobox', { name: 'Field for Anotação do vendedor' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Notes')
  await expect(page.getByRole('option', { name: 'Notes' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Field for Anotação do vendedor' })).toHaveValue('Notes')
  await press(page, 'Continue')

  await expect(heading('Rules')).toBeFocused()
  await look('the rules')
  await page.reload()
  await expect(heading('Rules')).toBeVisible({ timeout: 20_000 })
  await press(page, 'Check rows')

  await expect(heading('Check')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Import 1 contact' })).toBeEnabled({ timeout: 30_000 })
  await look('the check')
  await press(page, /^1 With errors/)
  await expect(page.getByRole('row', { name: /Short/ })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden()
  await press(page, 'Import 1 contact')

  await expect(page.getByText('1 contact was created or updated.')).toBeVisible({ timeout: 30_000 })
  await look('the result')
  const counts = ['1 Created', '0 Updated', '0 Unchanged', '1 Skipped', '1 With errors']
  for (const count of counts) await expect(page.getByRole('button', { name: new RegExp(`^${count}`) })).toBeVisible()

  await press(page, 'Undo import')
  const dialog = page.getByRole('dialog', { name: /^Undo the import/ })
  await expect(dialog.getByText('1 contact created by this import will be deleted.')).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Undo import' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/This import was undone\. 1 contact deleted/)).toBeVisible({ timeout: 30_000 })

  await go(path)
  await expect(page.getByRole('row', { name: /Undone/ }).first()).toBeVisible()
  await look('the earlier imports')
})
