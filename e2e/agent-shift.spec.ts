import { randomInt } from 'node:crypto'
import { type APIResponse, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

const chat = '/integrations/whatsapp/chat'

const answered = async <T>(response: APIResponse): Promise<T> => {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true)
  return (await response.json()) as T
}

/** A team of Ana's that no one else uses, with customers who wait in its queue, and a label. */
const newQueue = async ({ request }: BrowserContext, customers: readonly ReturnType<typeof newCustomer>[]) => {
  const session = await answered<{ user: { id: string } }>(await request.get('/api/auth/session'))
  const tag = randomInt(100_000, 1_000_000)
  const team = await answered<{ id: string }>(
    await request.post('/api/v1/teams', {
      data: { name: `Counter ${tag}`, autoAssign: { mode: 'off' }, members: [{ userId: session.user.id }] },
    }),
  )
  const label = { name: `Parcel ${tag}`, color: 'teal' }
  await answered(await request.post('/api/v1/labels', { data: label }))
  for (const customer of customers) {
    await write(customer, 'Is my parcel ready?')
    const search = `/api/v1/conversations?search=${encodeURIComponent(customer.name)}`
    const found = async () => (await answered<{ data: { id: string }[] }>(await request.get(search))).data[0]?.id
    await expect.poll(found).toBeTruthy()
    const path = `/api/v1/conversations/${await found()}/assignment`
    await answered(await request.put(path, { data: { teamId: team.id, assigneeId: null } }))
  }
  return { page: `${chat}?view=team&team=${team.id}`, label: label.name }
}

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const inList = (page: Page, name: string) => list(page).getByRole('button', { name: new RegExp(name) })
const openName = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { name })

/** Goes to something as a keyboard does, a step at a time. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 20; steps++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Takes, answers, sends a template, notes, labels, puts aside, gives away and resolves. */
const workByKeyboard = async (page: Page) => {
  const customer = newCustomer()
  const queue = await newQueue(page.context(), [customer])
  await page.goto(queue.page)
  await expect(inList(page, customer.name)).toBeVisible()
  const { keyboard } = page

  await keyboard.press('q')
  await expect(openName(page, customer.name)).toBeVisible()
  await keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await keyboard.type('It is. We close at six.')
  await keyboard.press('Control+Enter')
  const sent = async () => (await phoneMessages(waIdOf(customer.phone))).filter((m) => m.direction === 'out').length
  await expect.poll(sent).toBe(1)
  await keyboard.press('Escape')

  await keyboard.press('t')
  const picker = page.getByRole('dialog')
  await expect(picker.getByRole('textbox').first()).toBeFocused()
  await keyboard.type('retomar')
  await tabTo(page, picker.getByRole('button', { name: /retomar_conversa/ }))
  await keyboard.press('Enter')
  await tabTo(page, picker.getByRole('textbox', { name: 'Variable 1' }))
  await keyboard.type('Bia')
  await tabTo(page, picker.getByRole('button', { name: 'Send template' }))
  await keyboard.press('Enter')
  await expect.poll(sent).toBe(2)
  await expect(picker).toHaveCount(0)

  await keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
  await keyboard.type('Shelf four, @bru')
  await expect(page.getByRole('option', { name: /Bruno Melo/ })).toBeVisible()
  await keyboard.press('Enter')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('log').getByRole('article', { name: 'Note' })).toContainText('Shelf four, @Bruno Melo')
  await keyboard.press('Escape')

  await keyboard.press('l')
  await expect(page.getByRole('combobox', { name: 'Labels' })).toBeFocused()
  await keyboard.type(queue.label)
  await expect(page.getByRole('option').first()).toContainText(queue.label)
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await expect(inList(page, customer.name).getByText(queue.label)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Labels' })).toHaveCount(0)

  await keyboard.press('s')
  await expect(page.getByRole('combobox', { name: 'Snooze' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(inList(page, customer.name)).toHaveCount(0)
  await keyboard.press('g')
  await keyboard.press('s')
  await expect(inList(page, customer.name)).toBeVisible()
  await keyboard.press('/')
  await keyboard.type(customer.name)
  await expect(list(page).locator('[data-conversation-id]')).toHaveCount(1)
  await keyboard.press('Escape')
  await keyboard.press('j')
  await keyboard.press('Enter')
  await expect(openName(page, customer.name)).toBeVisible()

  await keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'Assign' })).toBeFocused()
  await keyboard.type('bruno')
  await expect(page.getByRole('option').first()).toContainText('Bruno Melo')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Bruno/ }).first()).toBeVisible()
  await keyboard.press('e')
  await expect(list(page).getByRole('heading', { name: 'Resolved' })).toBeVisible()
  await expect(inList(page, customer.name)).toHaveCount(1)

  await keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search pages, people and actions' })).toBeFocused()
  await keyboard.type('dashboard')
  await expect(page.getByRole('option', { name: /Dashboard/ }).first()).toBeVisible()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
}

const changeSeveral = async (page: Page) => {
  const queue = await newQueue(page.context(), [newCustomer(), newCustomer(), newCustomer()])
  await page.goto(queue.page)
  const items = list(page).locator('[data-conversation-id]')
  await expect(items).toHaveCount(3)
  const boxes = list(page).getByRole('checkbox')
  await boxes.first().check({ force: true })
  await boxes.last().click({ force: true, modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Bulk actions' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('option', { name: queue.label }).click()
  await expect(list(page).getByText(queue.label)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Resolve' }).click()
  const done = page.getByRole('alert').filter({ hasText: '3 conversations resolved' })
  await expect(done).toBeVisible()
  await expect(items).toHaveCount(0)
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(items).toHaveCount(3)
}

test('someone works through a shift', async ({ page }) => {
  await signIn(page.context(), people.ana)
  await test.step('by the keyboard alone', () => workByKeyboard(page))
  await test.step('several conversations at once, which leave the queue together', () => changeSeveral(page))
})
