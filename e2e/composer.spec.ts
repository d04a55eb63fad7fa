import { type Browser, expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { control, newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

const chat = '/integrations/whatsapp/chat'

/** The parts of what arrived on a phone that these journeys look at. */
type Sent = {
  interactive?: { action: { buttons: { reply: { id: string; title: string } }[] } }
}

const open = async (page: Page, customer: { name: string }) => {
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(customer.name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: customer.name }).first()).toBeVisible()
}

const sentTo = async (phone: string) => (await phoneMessages(waIdOf(phone))).filter((m) => m.direction === 'out')

const sendButtons = async (page: Page) => {
  const customer = newCustomer()
  await write(customer, 'When can you deliver?')
  await open(page, customer)
  await page.getByRole('button', { name: 'Send something else' }).click()
  await page.getByRole('menuitem', { name: 'Reply buttons' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply buttons' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Which day suits you?')
  await dialog.getByRole('textbox', { name: 'Button 1' }).fill('Monday')
  await dialog.getByRole('textbox', { name: 'Button 2' }).fill('Tuesday')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await sentTo(customer.phone)).map(({ type }) => type)).toEqual(['interactive'])

  const [asked] = await sentTo(customer.phone)
  const reply = (asked?.message as Sent | undefined)?.interactive?.action.buttons[1]?.reply
  expect(reply?.title).toBe('Tuesday')
  const content = { type: 'button_reply', button_reply: reply }
  await control('inbound', { from: customer.phone, type: 'interactive', content, replyTo: asked?.wamid })
  await expect(page.getByRole('log').getByText('Selected answer')).toBeVisible()
  await expect(page.getByRole('log').locator('[data-chosen]')).toHaveText('Tuesday')
}

const nameColleague = async (page: Page, browser: Browser) => {
  const customer = newCustomer()
  await write(customer, 'Is the cheese back?')
  await open(page, customer)
  await page.getByRole('button', { name: 'Private note' }).click()
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.pressSequentially('Ask the dairy first @an')
  await page.getByRole('option', { name: /Ana Lima/ }).click()
  await note.press('Control+Enter')
  await expect(page.getByRole('log').getByRole('article', { name: 'Note' })).toContainText('@Ana Lima')
  await expect(note).toHaveValue('')

  const other = await browser.newContext()
  await signIn(other, people.ana)
  const ana = await other.newPage()
  await ana.goto(`${chat}?view=mentions`)
  await ana
    .getByRole('button', { name: new RegExp(customer.name) })
    .first()
    .click()
  await expect(ana.getByRole('log').getByText('Ask the dairy first')).toBeVisible()
  expect(await sentTo(customer.phone)).toEqual([])
  await other.close()
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])

const sendFiles = async (page: Page) => {
  const [customer, other] = [newCustomer(), newCustomer()]
  await write(other, 'Meanwhile')
  await write(customer, 'Show me')
  await open(page, customer)
  const box = page.getByRole('textbox', { name: 'Message' })
  const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.locator('form[data-mode=reply] input[type=file], input[type=file][multiple]').first().setInputFiles(files)
  const arrived = async () =>
    (await sentTo(customer.phone)).map(({ type, message }) => {
      const { image, text } = message as { image?: { caption?: string }; text?: { body: string } }
      return `${type}: ${text?.body ?? image?.caption ?? ''}`
    })
  await choose(
    { name: 'a.png', mimeType: 'image/png', buffer: png },
    { name: 'b.png', mimeType: 'image/png', buffer: png },
  )
  await page.getByRole('textbox', { name: 'Caption for a.png' }).fill('The front')
  await box.fill('Both sides')
  await expect(page.getByText('Your text is sent first')).toBeVisible()
  // Files and their words stay with the conversation when someone looks at another one.
  const list = page.getByRole('region', { name: 'Conversations' })
  await list
    .getByRole('button', { name: new RegExp(other.name) })
    .first()
    .click()
  await expect(page.getByRole('log').getByText('Meanwhile')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Caption for a.png' })).toHaveCount(0)
  await list
    .getByRole('button', { name: new RegExp(customer.name) })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Caption for a.png' })).toHaveValue('The front')
  await expect(box).toHaveValue('Both sides')
  await box.press('Enter')
  const first = ['text: Both sides', 'image: The front', 'image: ']
  await expect.poll(arrived).toEqual(first)
  await choose({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: mp3 })
  await box.fill('Listen to this')
  await box.press('Enter')
  await choose({ name: 'unnamed', mimeType: '', buffer: mp3 })
  await box.fill('And this')
  await box.press('Enter')
  const second = ['text: Listen to this', 'audio: ', 'text: And this', 'audio: ']
  await expect.poll(arrived).toEqual([...first, ...second])
}

test('buttons, notes and files go where they belong', async ({ page, browser }) => {
  await signIn(page.context(), people.bruno)
  await page.goto(chat)
  await test.step('buttons arrive on the phone, and the chat shows which one was tapped', () => sendButtons(page))
  await test.step('a note names a colleague, who finds it; the customer never sees it', () =>
    nameColleague(page, browser))
  await test.step('what is typed beside files is always sent: under the first, or before them all', () =>
    sendFiles(page))
})
