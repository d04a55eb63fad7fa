import { expect, type Page, test } from '@playwright/test'
import { axeIn, drawn } from './support/axe.ts'
import { people, signIn } from './support/demo.ts'

// The list of contacts: a contact is added, tagged with others, deleted by keys alone, and comes back out of the bin.

const path = '/company/contacts'
const phone = `+55 11 9${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
const name = `Zuleica ${phone.slice(-8)}`
const tag = `Tag ${phone.slice(-8)}`

test.use({ actionTimeout: 15_000 })

const check = async (page: Page) => {
  await drawn(page)
  const { violations } = await (await axeIn(page)).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

const find = async (page: Page, text: string) => {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  // A selection made before the search reaches the address would end with it.
  await expect(page).toHaveURL(/[?&]search=/)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible({ timeout: 15_000 })
}

test('a contact is added, tagged, undone, deleted by keys and restored', async ({ page, context }) => {
  await signIn(context, people.ana)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await check(page)

  await page.getByRole('button', { name: 'New contact' }).click()
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByLabel('Phone').fill(phone)
  await check(page)
  await drawer.getByRole('button', { name: 'Add contact' }).click()
  await expect(drawer).toBeHidden()

  // By its digits as they are dialed at home.
  await find(page, phone.slice(4).replaceAll(' ', ''))
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add tags' })
  await dialog.getByLabel('Tags').first().fill(tag)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 of 1 will change.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText(tag)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText(tag)).toBeHidden()

  await row.getByRole('button', { name: `Actions for ${name}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to bin' }).press('Enter')
  await expect(page.getByText('Nothing matches', { exact: false })).toBeVisible()

  await page.goto(`${path}/bin`)
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByText(name)).toBeHidden()
  await check(page)
  await page.goto(`${path}?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
})

test('a tag is renamed to the name of another by merging them', async ({ page, context }) => {
  await signIn(context, people.ana)
  await page.goto(`${path}/tags`)
  for (const one of [`${tag} a`, `${tag} b`]) {
    await page.getByRole('button', { name: 'New tag' }).click()
    const drawer = page.getByRole('dialog', { name: 'New tag' })
    await drawer.getByLabel('Name').fill(one)
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: new RegExp(one) })).toBeVisible()
  }
  await check(page)
  await page.getByRole('button', { name: `Edit tag ${tag} a` }).click()
  await page.getByRole('dialog', { name: 'Edit tag' }).getByLabel('Name').fill(`${tag} b`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Merge tags' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${tag} a`) })).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(`${tag} b`) })).toBeVisible()
})
