import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Lets time stand still in a page whose clock was installed (`page.clock.install()`), until `page.clock.resume()`: what
 * a journey does meanwhile is quick for the page, however slow the machine is.
 */
export const stopTime = async (page: Page): Promise<void> =>
  page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5000)

/**
 * Lets time pass in a page whose clock was installed until something is there: what is tried again after pauses is tried
 * again at once.
 */
export const hurryTo = async (page: Page, awaited: Locator): Promise<void> => {
  const isThere = async () => {
    if ((await awaited.count()) > 0) return true
    await page.clock.fastForward(1000)
    return false
  }
  await expect.poll(isThere, { intervals: [50] }).toBe(true)
}
