import { expect, type Locator, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'

// Every count on the dashboard links to a list of the same length, requested as that page requests it.

type Counted = { name: string; href: string; count: number }

const numberOf = (text: string | null | undefined): number => Number((text ?? '').replace(/[,.\s]/g, ''))

/** Each link below, with its name and count: the text of its parts, or the end of its name. */
const countedIn = async (links: Locator, count: (link: Locator) => Promise<string | null>): Promise<Counted[]> =>
  Promise.all(
    (await links.all()).map(async (link) => ({
      name: (await link.getAttribute('aria-label')) ?? (await link.innerText()),
      href: (await link.getAttribute('href')) ?? '',
      count: numberOf(await count(link)),
    })),
  )

const figuresOn = (page: Page) =>
  countedIn(page.locator('[data-link] a'), (link) =>
    link.locator('xpath=ancestor::*[@data-link]').locator('[data-value]').textContent(),
  )
const reasonsOn = (page: Page) =>
  countedIn(page.getByRole('region', { name: 'Why messages failed' }).getByRole('link'), (link) =>
    link.locator('b').textContent(),
  )
const marksOn = (page: Page) =>
  countedIn(
    page.locator('a[data-x]'),
    async (link) => (await link.getAttribute('aria-label'))?.split(': ').at(-1) ?? null,
  )

const listOf = /\/api\/v1\/(conversations|messages|dashboard\/people)\?/

/** URL parameters that pages do not send to the server. */
const own = ['days', 'people', 'whose']

/** The number of rows of the page's list, read to the end with the page's own requests. */
const countShown = async (page: Page, href: string): Promise<number> => {
  // Strings that look like another type are quoted.
  const wanted = [...new URL(href, page.url()).searchParams]
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, value.replaceAll('"', '')] as const)
  const asks = (address: string) => {
    const { searchParams } = new URL(address)
    return listOf.test(address) && wanted.every(([name, value]) => searchParams.get(name) === value)
  }
  const [asked] = await Promise.all([
    page.waitForRequest((request) => asks(request.url()), { timeout: 60_000 }),
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

const board = '/dashboard?days=30'

const openBoard = async (page: Page) => {
  await page.goto(board)
  await expect(page.getByRole('heading', { name: 'When customers message you' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New conversations' })).toBeVisible()
  await expect(page.getByRole('table').locator('a[data-x]').first()).toBeVisible()
  await expect(
    page
      .getByRole('group', { name: /^Conversations per day/ })
      .locator('a')
      .first(),
  ).toBeVisible()
}

/** What the dashboard counts now of what an address leads to. */
const countAgain = async (page: Page, href: string): Promise<number> => {
  await openBoard(page)
  const all = [...(await figuresOn(page)), ...(await reasonsOn(page)), ...(await marksOn(page))]
  return all.find((one) => one.href === href)?.count ?? 0
}

/** A sample of a list, including its first and last items. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length))

test('each figure, bar and cell of the dashboard links to a list of the same length', async ({ page, context }) => {
  test.slow()
  await signIn(context, people.ana)
  await openBoard(page)
  // Durations and averages are not counts.
  const figures = (await figuresOn(page)).filter(({ name, count }) => Number.isInteger(count) && !name.includes('CSAT'))
  const marks = await marksOn(page)
  expect(figures.length).toBeGreaterThan(8)
  expect(marks.length).toBeGreaterThan(10)
  const all = [...figures, ...(await reasonsOn(page)), ...spread(marks, 12)]
  for (const { name, href, count } of all) {
    let now = count
    // Other journeys write and resolve meanwhile.
    const compared = async () => {
      const shown = await countShown(page, href)
      if (shown !== now) now = await countAgain(page, href)
      return shown - now
    }
    await expect.poll(compared, { message: `${name} ${href}` }).toBe(0)
  }
})

test('arrow keys move from bar to bar, and Enter opens the list of one', async ({ page, context }) => {
  await signIn(context, people.ana)
  await page.goto('/dashboard')
  const chart = page.getByRole('group', { name: /^Messages per day/ })
  await chart.locator('a[tabindex="0"]').focus()
  await page.keyboard.press('Home')
  const first = await chart.locator(':focus').getAttribute('aria-label')
  await page.keyboard.press('ArrowRight')
  await expect(chart.locator(':focus')).not.toHaveAttribute('aria-label', first ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/company\/messages\?.*from=/)
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible()
})
