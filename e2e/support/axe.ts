import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Axe for what a page shows now. No page has frames of others, so it can do all in the page itself, without opening
 * another page for each look; and it stays there, so that its half megabyte is sent once for all looks at a page.
 */
export const axeIn = async (page: Page): Promise<AxeBuilder> => {
  const isThere = await page.evaluate('typeof axe === "object"')
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode()
}
