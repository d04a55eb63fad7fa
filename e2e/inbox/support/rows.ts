import { expect, type Locator } from '@playwright/test'

/** Scrolls until that share of all rows lies above the lower edge of the list. */
export const scrollTo = (list: Locator, share: number) =>
  list.evaluate((element, part) => {
    element.scrollTop = element.scrollHeight * part - element.clientHeight
  }, share)

/** Scrolls down from the start until a row is there. */
export const reveal = async (list: Locator, row: Locator) => {
  await scrollTo(list, 0)
  const isThere = async () => {
    if ((await row.count()) > 0) return true
    await list.evaluate((element) => {
      element.scrollTop += element.clientHeight / 2
    })
    return false
  }
  await expect.poll(isThere, { intervals: [30] }).toBe(true)
}

/** The numbers of all rows (`Row 12`) in the order of the list, read from its start to its end, again until all are found. */
export const readThrough = async (list: Locator, count: number): Promise<number[]> => {
  const found = new Map<number, number>()
  const look = async () => {
    const rows = await list.locator('[aria-posinset]').evaluateAll((all) =>
      all.map((row) => ({
        place: Number(row.getAttribute('aria-posinset')),
        text: String(row.querySelector('[data-test-id="notification-content"]').textContent),
      })),
    )
    for (const { place, text } of rows) found.set(place, Number(text.replace('Row ', '')))
    // Rows that were passed before they were drawn are met the next time round.
    await list.evaluate((element) => {
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1
      element.scrollTop = isAtEnd ? 0 : element.scrollTop + element.clientHeight / 2
    })
    return found.size
  }
  await scrollTo(list, 0)
  await expect.poll(look, { intervals: [30] }).toBe(count)
  return [...found].sort(([a], [b]) => a - b).map(([, number]) => number)
}
