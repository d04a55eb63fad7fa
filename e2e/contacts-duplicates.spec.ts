import { expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'

// Two contacts that are one person are merged by keys alone, parted again, and said to be two.

test.use({ actionTimeout: 15_000 })

const path = '/company/contacts/duplicates'
const seed = Math.floor(1_000_000 + Math.random() * 8_999_999)
const [first, second] = [`Nara Um ${seed}`, `Nara Dois ${seed}`]

const api = async (page: Page, method: 'get' | 'post', place: string, data = {}) => {
  const answer = await page.request[method](`/api/v1${place}`, method === 'post' ? { data } : {})
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer
}

const newContact = async (page: Page, name: string, digit: number): Promise<string> => {
  const body = { name, phone: `+55819${digit}${seed}`, email: `nara.${seed}@example.com` }
  return ((await (await api(page, 'post', '/contacts', body)).json()) as { contact: { id: string } }).contact.id
}

/** Skips pairs by its key until the one of this journey is there. */
const goToPair = async (page: Page) => {
  const heading = page.getByRole('heading', { level: 2, name: /the same person\?$/ })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('button', { name: `Nara Um ${seed} and Nara Dois ${seed}` })).toBeVisible()
  for (let tries = 0; tries < 50; tries++) {
    const text = await heading.textContent()
    if (text?.includes(String(seed))) return
    await page.keyboard.press('s')
    await expect(heading).not.toHaveText(text ?? '')
  }
}

test('duplicates are found, merged by keys alone, parted and dismissed', async ({ page, context }) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  await go(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Duplicates' })).toBeVisible()
  const ids = [await newContact(page, first, 8), await newContact(page, second, 9)]
  await page.getByRole('button', { name: 'Find duplicates now' }).click()
  await expect(page.getByText('Search finished')).toBeVisible({ timeout: 30_000 })
  await goToPair(page)
  await look('a pair')

  await page.keyboard.press('2')
  await expect(page.getByText(`${first} will be merged into ${second}.`)).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByText(`${first} was merged`)).toBeVisible()
  await expect(page.getByRole('button', { name: `${first} and ${second}` })).toBeHidden()
  const merged = (await (await api(page, 'get', `/contacts/${ids[0]}`)).json()) as { id: string; phones: string[] }
  expect([merged.id, merged.phones.length]).toEqual([ids[1], 2])

  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect
    .poll(async () => ((await (await api(page, 'get', `/contacts/${ids[0]}`)).json()) as { id: string }).id)
    .toBe(ids[0])
})
