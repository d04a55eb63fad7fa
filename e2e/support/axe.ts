import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Axe for what a page shows now. No page has frames of others, so it can do all in the page itself, without opening
 * another page for each look; and it stays there, so that its half megabyte is sent once for all looks at a page.
 */
export const axeIn = async (page: Page, options: object = {}): Promise<AxeBuilder> => {
  const isThere = await page.evaluate('typeof axe === "object"')
  // All style sheets would be read for a rule that is not among the default ones.
  const preload = { assets: ['media'] }
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload, ...options })
}

/** What follows a change of size or scheme has been drawn, and no color is on its way to another any more. */
export const drawn = (page: Page) =>
  page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
    await frame()
  })()`)
