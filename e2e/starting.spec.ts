import { expect, type Page, test } from '@playwright/test'
import { axeIn, drawn } from './support/axe.ts'
import { people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

const chat = '/integrations/whatsapp/chat'

type Customer = ReturnType<typeof newCustomer>

const sentTo = async ({ phone }: Customer) =>
  (await phoneMessages(waIdOf(phone))).filter(({ direction }) => direction === 'out')

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const openName = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { name })

const open = async (page: Page, { name }: Customer) => {
  await list(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(openName(page, name)).toBeVisible()
}

const expectAccessible = async (page: Page, what: string) => {
  await drawn(page)
  const { violations } = await (await axeIn(page)).include('[role=dialog]').analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}

/** As dialed in Recife: without the country code, with the area code. */
const local = ({ phone }: Customer) => `(${phone.slice(2, 4)}) ${phone.slice(4, 9)}-${phone.slice(9)}`

const writeToNewNumber = async (page: Page) => {
  const customer = newCustomer()
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await page.getByRole('button', { name: 'New conversation' }).press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'To' })).toBeFocused()
  await page.keyboard.type(local(customer))
  await expect(dialog.getByRole('option')).toContainText(['Not in your contacts yet'])
  await expectAccessible(page, 'whom to write to')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Search templates' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill(customer.name)
  await dialog.getByRole('button', { name: /retomar_conversa/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Fill in Variable 1' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Contact's first name/ }).press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Variable 1' })).toHaveValue('Customer')
  await expect(dialog.getByText(/when delivered/)).toBeVisible()
  await expectAccessible(page, 'the first message')
  const found = `/api/v1/conversations?status=all&search=${encodeURIComponent(customer.name)}`
  expect((await (await page.request.get(found)).json()).data).toEqual([])
  await dialog.getByRole('button', { name: 'Send template' }).press('Enter')
  await expect(openName(page, customer.name)).toBeVisible()
  await expect.poll(async () => (await sentTo(customer)).map(({ type }) => type)).toEqual(['template'])
  return customer
}

const findWhoExists = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'Do you deliver?')
  await expect(list(page).getByRole('button', { name: new RegExp(customer.name) })).toBeVisible()
  await page.getByRole('button', { name: 'New conversation' }).press('Enter')
  await page.keyboard.type(local(customer))
  await expect(page.getByRole('option')).toContainText(customer.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Open conversation' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect(openName(page, customer.name)).toBeVisible()
}

const fillAsLastTime = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'Hello?', { at: Date.now() - 30 * 3_600_000 })
  await page.goto(`${chat}?search=${encodeURIComponent(customer.name)}`)
  await open(page, customer)
  await page.getByRole('button', { name: 'Choose template' }).first().click()
  await page.getByText('retomar_conversa').first().click()
  await expect(page.getByRole('textbox', { name: 'Variable 1' })).toHaveValue('Customer')
}

test('a conversation is started from one field by keyboard alone, and exists once its template is sent', async ({
  page,
}) => {
  await signIn(page.context(), people.ana)
  await page.goto(chat)
  await test.step('the message creates the contact and conversation of a new number', () => writeToNewNumber(page))
  await test.step('a contact with a conversation is found by number, and it opens', () => findWhoExists(page))
  await test.step('the template is filled as for the previous recipient', () => fillAsLastTime(page))
})

const forward = async (page: Page) => {
  const [from, to, silent] = [newCustomer(), newCustomer(), newCustomer()]
  await write(silent, 'Long ago', { at: Date.now() - 30 * 3_600_000 })
  await write(to, 'Which street?')
  await write(from, 'Rua do Sol, 12')
  await open(page, from)
  await page.getByRole('log').getByRole('button', { name: 'Message actions' }).last().press('Enter')
  await page.getByRole('menuitem', { name: 'Forward' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'To' })).toBeFocused()
  await page.keyboard.type(silent.name)
  await expect(page.getByRole('option', { name: new RegExp(silent.name) })).toContainText('templates only')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(to.name)
  await expect(page.getByRole('option', { name: new RegExp(to.name) })).toBeVisible()
  await expectAccessible(page, 'where to forward')
  await page.keyboard.press('Enter')
  await expect(openName(page, to.name)).toBeVisible()
  await expect(page.getByRole('log').getByText('Rua do Sol, 12')).toBeVisible()
  await expect.poll(async () => (await sentTo(to)).map(({ message }) => message.text?.body)).toEqual(['Rua do Sol, 12'])
  expect(await sentTo(from)).toEqual([])
}

const keepAsCanned = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'When do you open?')
  await open(page, customer)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('From nine to six, Monday to Saturday.')
  await page.getByRole('button', { name: 'Send something else' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save as canned reply' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Save as canned reply' })
  await drawer.getByRole('textbox', { name: 'Shortcut' }).fill(`hours-${customer.phone.slice(-4)}`)
  await expectAccessible(page, 'a canned reply')
  await page.keyboard.press('Enter')
  await expect(drawer).toHaveCount(0)
  await field.fill('')
  await field.pressSequentially(`/hours-${customer.phone.slice(-4)}`)
  await expect(page.getByRole('option')).toContainText('From nine to six')
  await field.press('Enter')
  await expect(field).toHaveValue('From nine to six, Monday to Saturday.')
}

const foldLongTexts = async (page: Page) => {
  const customer = newCustomer()
  // Enough messages to fill the page: fewer would align to its lower end and grow upwards.
  for (let n = 0; n < 15; n++) await write(customer, `Box ${n} came`)
  await write(customer, `${'We ordered two of them and got one. '.repeat(60)}THE END`)
  await open(page, customer)
  const more = page.getByRole('log').getByRole('button', { name: 'Show more' })
  await more.focus()
  const top = async () => (await page.getByRole('log').getByRole('article').last().boundingBox())?.y ?? Number.NaN
  await expect(more).toBeInViewport()
  const moved = async () => {
    const [first, then] = [await top(), await drawn(page).then(top)]
    return Math.abs(then - first)
  }
  await expect.poll(moved).toBe(0)
  const before = await top()
  await page.keyboard.press('Enter')
  const less = page.getByRole('log').getByRole('button', { name: 'Show less' })
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  expect(Math.abs((await top()) - before)).toBeLessThan(3)
  await page.keyboard.press('Enter')
  await expect(more).toBeFocused()
  await expect(more).toBeInViewport()
}

/** An MP4 header, followed by more bytes than a video may have. */
const film = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.alloc(17 * 1024 * 1024),
])

const sendLargeVideo = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'Show me the shop')
  await open(page, customer)
  const file = { name: 'shop.mp4', mimeType: 'video/mp4', buffer: film }
  await page.locator('form[data-mode=reply] input[type=file], input[type=file][multiple]').first().setInputFiles(file)
  await expect(page.getByText('Too large for this type: the maximum is 16 MB')).toBeVisible()
  await page.getByRole('button', { name: 'Send as document' }).click()
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect
    .poll(async () => (await sentTo(customer)).map(({ type }) => type), { timeout: 20_000 })
    .toEqual(['document'])
}

test('messages are forwarded, saved and collapsed, and a large video is sent as a document', async ({ page }) => {
  await signIn(page.context(), people.bruno)
  await page.goto(chat)
  await test.step('a message is forwarded while the window is open', () => forward(page))
  await test.step('the typed text becomes a canned reply', () => keepAsCanned(page))
  await test.step('long texts expand in place', () => foldLongTexts(page))
  await test.step('a video that is too large is offered as a document', () => sendLargeVideo(page))
})
