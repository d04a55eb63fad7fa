import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { letUndo } from './support/company.ts'
import { people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

// Meanwhile the sends of all journeys of the company wait as long. The file stands where few others send.

const chat = '/integrations/whatsapp/chat'

const open = async (context: BrowserContext, customer: { name: string }): Promise<Page> => {
  await signIn(context, people.bruno)
  const page = await context.newPage()
  await page.goto(chat)
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(customer.name) })
    .first()
    .click()
  await expect(page.getByRole('log')).toBeVisible()
  return page
}

const sentTo = async (phone: string) => (await phoneMessages(waIdOf(phone))).filter((m) => m.direction === 'out')

test('what is sent can be taken back; colleagues see it, and the later of two answers comes back', async ({
  browser,
  context,
}) => {
  const customer = newCustomer()
  await write(customer, 'Hello')
  const other = await browser.newContext()
  await signIn(other, people.ana)
  const texts = async () => (await sentTo(customer.phone)).map(({ message }) => message.text?.body)
  const openHere = async (page: Page) => {
    await page.goto(`${chat}?search=${encodeURIComponent(customer.name)}`)
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('button', { name: customer.name })
      .first()
      .click()
  }
  const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })
  const button = (page: Page, name: string) => page.getByRole('log').getByRole('button', { name })
  await letUndo(other, 30)
  try {
    const [ana, bruno] = [await other.newPage(), await open(context, customer)]
    await openHere(ana)
    await boxOf(bruno).fill('I regret this')
    await boxOf(bruno).press('Enter')
    await expect(ana.getByRole('log').getByText('Bruno Melo is answering')).toBeVisible()
    await openHere(bruno)
    await button(bruno, 'Undo').click()
    await expect(boxOf(bruno)).toHaveValue('I regret this')
    for (const page of [ana, bruno]) await expect(page.getByRole('log').getByText('I regret this')).toHaveCount(0)

    await boxOf(bruno).fill('From Bruno')
    await boxOf(bruno).press('Enter')
    await expect(ana.getByRole('log').getByText('From Bruno')).toBeVisible()
    await boxOf(ana).fill('From Ana')
    await boxOf(ana).press('Enter')
    const asked = ana.getByRole('dialog', { name: 'Bruno Melo is answering' })
    await asked.getByRole('button', { name: 'Send anyway' }).click()
    await button(ana, 'Send now').click()
    await expect.poll(texts).toEqual(['From Ana'])
    await button(bruno, 'Send now').click()
    await expect(bruno.getByRole('log').getByText('Ana Lima answered first')).toBeVisible()
    expect(await texts()).toEqual(['From Ana'])
    await button(bruno, 'Send anyway').click()
    await expect.poll(texts).toEqual(['From Ana', 'From Bruno'])

    const name = `Bye ${customer.name}`
    const macro = {
      name,
      scope: 'company',
      steps: [{ type: 'send_text', text: 'Come back soon' }, { type: 'resolve' }],
    }
    const { id } = await (await other.request.post('/api/v1/macros', { data: macro })).json()
    const place = new URL(ana.url()).searchParams.get('conversation')
    const run = { macroId: id, clientKey: `macro ${customer.name}` }
    expect((await other.request.post(`/api/v1/conversations/${place}/macro-runs`, { data: run })).ok()).toBe(true)
    await expect(ana.getByRole('log').getByText(`Macro: ${name}`)).toBeVisible()
    await expect(bruno.getByRole('log').getByText('Come back soon')).toBeVisible()
    await button(ana, 'Undo').click()
    await expect(bruno.getByRole('log').getByText('Come back soon')).toHaveCount(0)

    await letUndo(other, 5)
    // Another customer: whoever was answered just now is asked about first.
    const next = newCustomer()
    await write(next, 'Is anybody there?')
    const last = await open(context, next)
    await boxOf(last).fill('And I mean this')
    await boxOf(last).press('Enter')
    await expect(button(last, 'Undo')).toBeVisible()
    await last.close()
    await expect
      .poll(async () => (await sentTo(next.phone)).map(({ message }) => message.text?.body))
      .toEqual(['And I mean this'])
  } finally {
    await letUndo(other, 0)
  }
  await other.close()
})
