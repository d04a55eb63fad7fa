import { expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'

// Whatever the dashboard counts leads to a list that shows as many, asked as that page asks for it.

type Counted = { name: string; href: string; count: number }

/** Figures with their values, and every mark of the charts, which say what they count. */
const countedOn = (page: Page): Promise<Counted[]> =>
  page.getByRole('main').evaluate((main) => {
    const numberOf = (text: string | null | undefined) => Number((text ?? '').replace(/[,.\s]/g, ''))
    const figures = [...main.querySelectorAll<HTMLElement>('[data-link]')].map((card) => ({
      name: card.querySelector('a')?.textContent ?? '',
      href: card.querySelector('a')?.getAttribute('href') ?? '',
      count: numberOf(card.querySelector('[data-value]')?.textContent),
    }))
    const marks = [...main.querySelectorAll<HTMLElement>('a[data-x]')].map((mark) => ({
      name: mark.getAttribute('aria-label') ?? '',
      href: mark.getAttribute('href') ?? '',
      count: numberOf(mark.getAttribute('aria-label')?.split(': ').at(-1)),
    }))
    const reasons = [...main.querySelectorAll<HTMLElement>('section[aria-label="Why messages failed"] li a')].map(
      (reason) => ({
        name: reason.querySelector('span')?.textContent ?? '',
        href: reason.getAttribute('href') ?? '',
        count: numberOf(reason.querySelector('b')?.textContent),
      }),
    )
    return [...figures, ...marks, ...reasons]
  })

const listOf = /\/api\/v1\/(conversations|messages|dashboard\/people)\?/

/** How many there are of what the page shows, read to the end as the page reads it. */
const countShown = async (page: Page, href: string): Promise<number> => {
  const [asked] = await Promise.all([
    page.waitForRequest((request) => listOf.test(request.url()), { timeout: 15_000 }),
    page.goto(href),
  ])
  const url = new URL(asked.url())
  const headers = await asked.allHeaders()
  url.searchParams.set('limit', '100')
  let count = 0
  for (let next: string | null = ''; next !== null; ) {
    if (next) url.searchParams.set('cursor', next)
    const { data, page: place } = await (
      await page.request.get(url.href, { headers: { 'x-company': headers['x-company'] ?? '' } })
    ).json()
    count += data.length
    next = place.next
  }
  return count
}

/** Some of many, from the first to the last. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length))

test('each figure, bar and cell of the dashboard leads to a list of as many', async ({ page, context }) => {
  test.slow()
  await signIn(context, people.ana)
  await page.goto('/dashboard?days=30')
  await expect(page.getByRole('heading', { name: 'When customers message you' })).toBeVisible()
  await expect(page.locator('a[data-x]').first()).toBeVisible()
  const all = (await countedOn(page)).filter(({ count }) => Number.isFinite(count))
  const [figures, marks] = [
    all.filter(({ href, name }) => !name.includes(', ') && href),
    all.filter(({ name }) => name.includes(', ')),
  ]
  expect(figures.length).toBeGreaterThan(8)
  expect(marks.length).toBeGreaterThan(10)
  for (const { name, href, count } of [...figures, ...spread(marks, 12)])
    expect(await countShown(page, href), `${name} ${href}`).toBe(count)
})

test('the keyboard goes from bar to bar and opens the list of one', async ({ page, context }) => {
  await signIn(context, people.ana)
  await page.goto('/dashboard')
  const chart = page.getByRole('group', { name: /^Messages per day/ })
  await chart.locator('a[tabindex="0"]').focus()
  await page.keyboard.press('Home')
  const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('ArrowRight')
  const second = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(second).not.toBe(first)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/company\/messages\?.*from=/)
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
})
