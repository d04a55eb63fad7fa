import { randomInt } from 'node:crypto'
import { type APIResponse, expect, type Locator, type Page, test } from '@playwright/test'
import { newColleague } from './support/colleague.ts'
import { demo, people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

// Counts the actions of frequent tasks. An action is one click, or one press of a key or chord; typing a word, a
// text or a value is one action, however long. Looking, waiting and moving the pointer do not count. Each task starts
// on the dashboard, unless noted otherwise. `before` is the count of the same task by the shortest way before the pages
// were redesigned, by the same rule. A task takes at most five actions, or at least a third fewer than before.

const tasks = {
  // By its digits alone: the usual notation found no contact then.
  'find a resolved customer by a local number': { before: 3 },
  'answer ten customers': { before: 40 },
  'export the failed marketing messages of last month': { before: 9 },
  'see why a number needs attention': { before: 3 },
  'change business hours to a common week': { before: 31 },
  'give a member a permission': { before: 8 },
  'find who changed a setting': { before: 5 },
} as const
type Task = keyof typeof tasks

/** The maximum number of actions of a task. */
const limitOf = (task: Task) => Math.max(5, Math.floor((tasks[task].before * 2) / 3))

/** The actions of a user on a page, counted. */
const handsOn = (page: Page) => {
  let actions = 0
  const counted = <A extends unknown[]>(act: (...given: A) => Promise<void>) => {
    return async (...given: A) => {
      actions += 1
      await act(...given)
    }
  }
  return {
    page,
    press: counted((target: Locator) => target.click()),
    key: counted((key: string) => page.keyboard.press(key)),
    type: counted((text: string) => page.keyboard.type(text)),
    count: () => actions,
  }
}
type Hands = ReturnType<typeof handsOn>

/** Performs a task from the dashboard or another page, and compares its actions with the maximum. */
const perform = async (task: Task, page: Page, act: (hands: Hands) => Promise<void>, from = '/dashboard') => {
  await page.goto(from)
  await expect(page.getByRole('heading').first()).toBeVisible()
  const hands = handsOn(page)
  await act(hands)
  test.info().annotations.push({ type: task, description: `${hands.count()} actions, ${tasks[task].before} before` })
  expect(hands.count(), task).toBeLessThanOrEqual(limitOf(task))
}

/** Finds a page, a person or a conversation by a few words, and opens it. */
const search = async ({ page, key, type }: Hands, text: string, result: string | RegExp) => {
  await key('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search pages, people and actions' })).toBeFocused()
  await type(text)
  await expect(page.getByRole('option', { name: result, selected: true })).toBeVisible()
  await key('Enter')
}

const answered = async <T>(response: APIResponse): Promise<T> => {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true)
  return (await response.json()) as T
}

const company = () => demo().companies[0] ?? { id: '', name: '' }

test('settings are found and changed in few actions', async ({ page, browser }) => {
  await signIn(page.context(), people.ana)
  const { request } = page.context()
  const colleague = await newColleague(browser)
  const { id } = company()

  await test.step('change business hours to a common week', async () => {
    const name = `Counter ${randomInt(100_000, 1_000_000)}`
    const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '10:00', to: '16:00' }))
    const data = { name, timezone: 'America/Sao_Paulo', weekly, holidays: [] }
    const hours = await answered<{ id: string }>(await request.post('/api/v1/business-hours', { data }))
    await perform('change business hours to a common week', page, async (hands) => {
      await search(hands, 'business hours', /^Business hours/)
      await hands.press(page.getByRole('button', { name: `Edit ${name}` }))
      await hands.press(page.getByRole('button', { name: /^Mon–Fri 8 AM/ }))
      await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
      await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Sat 8 AM–12 PM')
    })
    await answered(await request.delete(`/api/v1/business-hours/${hours.id}`)).catch(() => undefined)
  })

  await test.step('find who changed a setting', () =>
    perform('find who changed a setting', page, async (hands) => {
      await search(hands, 'business hours', /^Business hours/)
      await expect(page.getByRole('link', { name: /^Changed by Ana Lima/ })).toBeVisible()
      await hands.press(page.getByRole('link', { name: /^Changed by Ana Lima/ }))
      await expect(
        page
          .getByRole('table')
          .getByText(/^Business hours (changed|added|removed)/)
          .first(),
      ).toBeVisible()
    }))

  await test.step('give a member a permission', () =>
    perform('give a member a permission', page, async (hands) => {
      await search(hands, 'permissions', /^Permissions of members/)
      // Other journeys have a colleague of this name, who is notified of the change.
      const own = page.getByRole('row').filter({ hasText: colleague.email })
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await hands.press(own.getByRole('switch', { name: 'Davi Rocha: Create templates' }))
      expect((await saved).ok()).toBe(true)
    }))
  await colleague.leave()
  expect(id).not.toBe('')
})

test('numbers and their messages are inspected in few actions', async ({ page }) => {
  await signIn(page.context(), people.ana)

  await test.step('see why a number needs attention', () =>
    perform('see why a number needs attention', page, async (hands) => {
      await search(hands, 'numbers', /^Numbers/)
      await expect(
        page
          .getByRole('list', { name: 'WhatsApp numbers' })
          .getByText(/checks? (is|are|needs?) /)
          .first(),
      ).toBeVisible()
      await hands.press(page.getByRole('list', { name: 'WhatsApp numbers' }).getByRole('link').first())
      await expect(page.getByRole('region', { name: 'Health' })).toBeVisible()
    }))

  await test.step('export the failed marketing messages of last month', () =>
    perform('export the failed marketing messages of last month', page, async (hands) => {
      await hands.press(page.getByRole('navigation').getByRole('link', { name: 'Messages' }))
      await expect(page.getByRole('region', { name: 'Messages' }).getByRole('row').nth(1)).toBeVisible()
      await hands.key('f')
      await expect(page.getByRole('menu')).toBeVisible()
      await hands.type('failed marketing last month')
      await expect(page.getByRole('menuitem', { name: /Not delivered/ }).first()).toBeFocused()
      await hands.key('Enter')
      await expect(page).toHaveURL(/category=marketing/)
      await expect(page).toHaveURL(/status=failed/)
      await expect(page).toHaveURL(/from=\d{4}-\d\d-01/)
      await hands.press(page.getByRole('button', { name: 'Export' }))
      await hands.press(page.getByRole('menuitem', { name: /CSV/ }))
      await expect(page.getByText(/export/i).last()).toBeVisible()
    }))
})

const replyTo = (name: string) => `Yes, ${name}, it is ready.`

test('customers are found and answered in few actions', async ({ page }) => {
  await signIn(page.context(), people.ana)
  const { request } = page.context()
  const session = await answered<{ user: { id: string } }>(await request.get('/api/auth/session'))
  const customers = Array.from({ length: 10 }, () => newCustomer())
  const team = await answered<{ id: string }>(
    await request.post('/api/v1/teams', {
      data: {
        name: `Counter ${randomInt(100_000, 1_000_000)}`,
        autoAssign: { mode: 'off' },
        members: [{ userId: session.user.id }],
      },
    }),
  )
  const conversationOf = async (name: string) => {
    const path = `/api/v1/conversations?view=all&search=${encodeURIComponent(name)}`
    const found = async () => (await answered<{ data: { id: string }[] }>(await request.get(path))).data[0]?.id
    await expect.poll(found).toBeTruthy()
    return `/api/v1/conversations/${await found()}`
  }
  for (const customer of customers) {
    await write(customer, 'Is my parcel ready?')
    const path = await conversationOf(customer.name)
    await answered(await request.put(`${path}/assignment`, { data: { teamId: team.id, assigneeId: null } }))
  }

  await test.step('answer ten customers', () =>
    perform(
      'answer ten customers',
      page,
      async ({ key, type }) => {
        const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
        const field = page.getByRole('textbox', { name: 'Message' })
        await key('q')
        await expect(conversation.getByRole('heading', { name: customers[0]?.name ?? '' })).toBeVisible()
        await key('r')
        for (const { name } of customers) {
          await expect(conversation.getByRole('heading', { name })).toBeVisible()
          await expect(field).toBeFocused()
          await type(replyTo(name))
          await key(name === customers.at(-1)?.name ? 'Control+Enter' : 'Control+Alt+Enter')
        }
        for (const { name, phone } of customers) {
          const texts = async () => JSON.stringify(await phoneMessages(waIdOf(phone)))
          await expect.poll(texts).toContain(replyTo(name))
        }
      },
      `/integrations/whatsapp/chat?view=team&team=${team.id}`,
    ))

  await test.step('find a resolved customer by a local number', async () => {
    const [customer = newCustomer()] = customers
    await answered(await request.put(`${await conversationOf(customer.name)}/status`, { data: { status: 'resolved' } }))
    const [, area, first, last] = /^55(\d{2})(\d+)(\d{4})$/.exec(customer.phone) ?? []
    await perform('find a resolved customer by a local number', page, async (hands) => {
      await search(hands, `(${area}) ${first}-${last}`, new RegExp(customer.name))
      const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
      await expect(conversation.getByRole('heading', { name: customer.name })).toBeVisible()
    })
  })
})
