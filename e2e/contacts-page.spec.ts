import { expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'
import { control, newCustomer, write } from './support/sandbox.ts'

// The page of a contact: a contact is written down with everything there is to know, found, noted about, changed by keys,
// put into a list, merged away and deleted.

const digits = String(Math.floor(10_000_000 + Math.random() * 89_999_999))
const name = `Zilda ${digits}`
const list = `List ${digits}`

test.use({ actionTimeout: 15_000 })

const add = async (page: Page, named: string, phone: string) => {
  await page.getByRole('button', { name: 'New contact' }).click()
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await drawer.getByLabel('Name', { exact: true }).fill(named)
  await drawer.getByLabel('Phone').fill(phone)
  return drawer
}

test('a contact is written down, noted about, changed, listed, merged and deleted', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  await go('/company/contacts/lists')
  await page.getByRole('button', { name: 'New list' }).first().click()
  const listDrawer = page.getByRole('dialog', { name: 'New list' })
  await listDrawer.getByLabel('Name').fill(list)
  await listDrawer.getByRole('button', { name: 'Save' }).click()
  await expect(listDrawer).toBeHidden()

  await go('/company/contacts')
  const drawer = await add(page, name, `+55 11 9${digits}`)
  await drawer.getByRole('button', { name: 'Add phone' }).click()
  await drawer.getByLabel('Phone 2').fill(`+55 11 3${digits.slice(1)}`)
  await drawer.getByLabel('CPF or CNPJ').fill('123.456.789-00')
  await drawer.getByRole('button', { name: 'Add contact' }).click()
  await expect(drawer.getByText('1 field needs attention')).toBeVisible()
  await expect(drawer.getByLabel('CPF or CNPJ')).toBeFocused()
  await look('the form of a new contact', true)
  await drawer.getByLabel('CPF or CNPJ').fill('529.982.247-25')
  await drawer.getByRole('button', { name: 'Add contact' }).click()
  await expect(drawer).toBeHidden()

  await page.goto(`/company/contacts?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText('529.982.247-25')).toBeVisible()
  await page.getByRole('textbox', { name: 'Note' }).fill('Likes to be called after lunch')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  await page.getByText('Task', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Task' }).fill('Send the catalog')
  await page.getByRole('button', { name: 'Add task' }).click()
  const timeline = page.getByRole('region', { name: 'Today' })
  await expect(timeline.getByText('Likes to be called after lunch')).toBeVisible()
  await expect(timeline.getByText('Contact added')).toBeVisible()
  // While a note is saved its kinds are dimmed.
  await expect(page.getByRole('radio', { name: 'Task', exact: true })).toBeEnabled()
  await look('the page of a contact')
  await details.getByRole('checkbox', { name: 'Complete task: Send the catalog' }).click()
  await expect(details.getByText('Send the catalog')).toBeHidden()

  // By keys alone.
  await page.getByRole('button', { name: 'Edit', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: `Edit ${name}` })
  await form.getByLabel('Tags').first().fill('regular')
  await page.keyboard.press('Enter')
  await form.getByLabel('Job title').fill('Baker')
  await page.keyboard.press('Control+s')
  await expect(form).toBeHidden()
  await expect(details.getByText('Baker')).toBeVisible()
  await expect(timeline.getByText('Added: regular')).toBeVisible()

  await page.getByRole('tab', { name: 'Lists & segments' }).click()
  await expect(page).toHaveURL(/tab=groups/)
  await page.getByRole('button', { name: 'Add to list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to list' })
  await dialog.getByLabel('List').first().fill(list)
  await page.getByRole('option', { name: list }).click()
  await dialog.getByRole('button', { name: 'Add to list' }).click()
  await expect(page.getByRole('link', { name: list })).toBeVisible()
  await look('lists and segments of a contact')

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Move to bin' }).click()
  await expect(page.getByText('In the bin', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('In the bin', { exact: true })).toBeHidden()
})

test('what is typed for someone who is there already becomes a change of theirs', async ({ page, context }) => {
  await signIn(context, people.ana)
  await page.goto('/company/contacts')
  const phone = `+55 21 9${digits}`
  const first = await add(page, `${name} A`, phone)
  await first.getByRole('button', { name: 'Add contact' }).click()
  await expect(first).toBeHidden()
  const second = await add(page, `${name} B`, phone)
  await second.getByLabel('Job title').fill('Owner')
  await second.getByRole('button', { name: 'Add contact' }).click()
  const known = page.getByRole('dialog', { name: `${name} A` })
  await expect(known.getByText('already has this phone', { exact: false })).toBeVisible()
  await expect(known.getByLabel('Job title')).toHaveValue('Owner')
  await known.getByRole('button', { name: 'Save' }).click()
  await expect(known).toBeHidden()
  await page.goto(`/company/contacts?search=${encodeURIComponent(`${name} B`)}`)
  await page.getByRole('link', { name: `${name} B` }).click()
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText('Owner', { exact: true })).toBeVisible()
})

/** The id of the contact that a customer became by writing. */
const contactOf = async (page: Page, name: string): Promise<string> => {
  const find = async () => {
    const answer = await page.request.get(`/api/v1/contacts?search=${encodeURIComponent(name)}`)
    return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? ''
  }
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  return find()
}

test('a contact is blocked with a reason, which their page, the list and the chat say', async ({ page, context }) => {
  await signIn(context, people.ana)
  const customer = newCustomer()
  await write(customer, 'Answer me!')
  const id = await contactOf(page, customer.name)
  const { go, look } = await looking(page)
  await go(`/company/contacts/${id}`)
  await page.getByRole('button', { name: `Actions for ${customer.name}` }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Insults the team')
  await look('the reason of a block', true)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Since .*Insults the team/)).toBeVisible()
  await look('a blocked contact')

  await go(`/company/contacts?search=${encodeURIComponent(customer.name)}`)
  await expect(page.getByRole('row', { name: customer.name }).getByRole('img', { name: 'Blocked' })).toBeVisible()
  await look('a blocked contact in the list')

  await go(`/company/contacts/${id}`)
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page.getByText('You blocked this person')).toBeVisible()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('You blocked this person')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('files of a contact are looked through, further ones and those of a kind', async ({ page, context }) => {
  await signIn(context, people.ana)
  const customer = newCustomer()
  const from = { from: customer.phone, name: customer.name }
  const base64 = Buffer.from('%PDF-1.4').toString('base64')
  const pdf = (fileName: string) => ({ base64, mimeType: 'application/pdf', fileName })
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  for (let count = 1; count <= 50; count++)
    await control('inbound', {
      ...from,
      type: 'document',
      media: pdf(`Quote ${count}.pdf`),
      at: Date.now() - count * 60_000,
    })
  await control('inbound', { ...from, type: 'image', media: { base64: gif, mimeType: 'image/png' } })
  const id = await contactOf(page, customer.name)
  const documents = async () => {
    const answer = await page.request.get(`/api/v1/contacts/${id}/files?kind=document&limit=100`)
    return ((await answer.json()) as { data: unknown[] }).data.length
  }
  await expect.poll(documents, { timeout: 60_000 }).toBe(50)
  const { go, look } = await looking(page)
  await go(`/company/contacts/${id}?tab=files`)
  const files = page.getByRole('tabpanel').getByRole('button', { name: /^Quote/ })
  await expect(files).toHaveCount(47)
  await look('files of a contact')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(files).toHaveCount(50)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
  await page.getByRole('combobox', { name: /^Show/ }).click()
  await page.getByRole('option', { name: 'Photos' }).click()
  await expect(page).toHaveURL(/kind=image/)
  await expect(page.getByRole('button', { name: /^Photo from/ })).toHaveCount(1)
  await expect(files).toHaveCount(0)
})
