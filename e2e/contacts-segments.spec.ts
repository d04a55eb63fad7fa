import { expect, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'

// Segments: one is built by the keyboard alone, counted while it is built, found in the list of contacts, and deleted;
// another is kept from the filters of the list.

const path = '/company/contacts'
const mark = String(Date.now()).slice(-7)

test.use({ actionTimeout: 15_000 })

test('a segment is built by keys, counted, opened in the list, duplicated and deleted', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  await go(`${path}/segments`)
  await look('the segments')
  await go(`${path}/segments/new`)
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type(`Wrote ${mark}`)
  await page.getByRole('combobox', { name: 'Field of condition 1' }).focus()
  await page.keyboard.type('Messages they')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contacts who wrote in the last 30 days')).toBeVisible()
  const preview = page.getByRole('region', { name: 'Matching contacts' })
  await expect(preview.getByRole('status')).toHaveText(/^\d+ contacts?$/)

  await page.getByRole('button', { name: 'Add group' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Field of condition 2' })).toBeFocused()
  await page.keyboard.type('stage')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Fill in this condition')).toBeVisible()
  await look('a condition to fill in')
  await page.getByRole('button', { name: 'Remove group' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add condition' })).toBeFocused()
  await page.getByRole('button', { name: 'Create', exact: true }).focus()
  await page.keyboard.press('Enter')

  await page.getByRole('link', { name: `Wrote ${mark}` }).click()
  await expect(page).toHaveURL(/segment=/)
  await expect(page.getByRole('region', { name: 'Filters' }).getByText(`Wrote ${mark}`)).toBeVisible()

  await go(`${path}/segments`)
  await page.getByRole('button', { name: `Duplicate segment Wrote ${mark}` }).click()
  await expect(page.getByRole('link', { name: `Wrote ${mark} (copy)` })).toBeVisible()
  await page.getByRole('button', { name: `Delete segment Wrote ${mark} (copy)` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: `Wrote ${mark} (copy)` })).toBeHidden()
})

test('the list of contacts is filtered by conditions, which are kept as a segment', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  await go(path)
  await page.keyboard.press('f')
  await page.getByRole('menuitem', { name: 'Advanced filter' }).click()
  await expect(page.getByRole('combobox', { name: 'Field of condition 1' })).toBeFocused()
  await page.keyboard.type('name')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Value of condition 1' }).fill('a')
  await look('the advanced filter', true)
  await page.getByRole('button', { name: 'Apply filter' }).click()
  await expect(page.getByText('Contacts whose name contains “a”')).toBeVisible()

  await page.getByRole('button', { name: 'Save as segment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as segment' })
  await dialog.getByRole('textbox', { name: 'Segment name' }).fill(`Named ${mark}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Filters' }).getByText(`Named ${mark}`)).toBeVisible()
})
