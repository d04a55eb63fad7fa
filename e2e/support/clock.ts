import type { Page } from '@playwright/test'

/**
 * Lets time stand still in a page whose clock was installed (`page.clock.install()`), until `page.clock.resume()`: what
 * a journey does meanwhile is quick for the page, however slow the machine is.
 */
export const stopTime = async (page: Page): Promise<void> =>
  page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5000)
