import { expect, type Page } from '@playwright/test'
import { axeIn, drawn } from './axe.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** Scrolls to the first thing that is still to come, as some come only when they are seen; answers how many there are. */
const seeWhatWaits = async (page: Page): Promise<number> => {
  const waiting = page.locator('.mantine-Skeleton-root')
  await waiting.evaluateAll(([first]) => first?.scrollIntoView())
  return waiting.count()
}

/**
 * What opens from a button stands at the end of the page, outside of its landmarks, and is reached by that button:
 * axe knows that of dialogs (its default), and is told of menus, lists of choices and calendars.
 */
const region = {
  regionMatcher:
    'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox], [role=progressbar], [data-dates-dropdown]',
}
const options = { checks: { region: { options: region } } }

/** What a page has of its own, within the same frame of menu, header and footer as all others. */
const own = '#main'
/** What opens on a page. */
const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

type Choice = { rules?: string[]; within?: string | undefined }

const findings = async (page: Page, { rules, within }: Choice = {}): Promise<string[]> => {
  const axe = await axeIn(page, options)
  if (within) axe.include(within)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => [...target, ...any.map((check) => check.message)].join(' ')).join(' | ')}`,
  )
}

/**
 * A page that axe looks at. `go` changes the page as a link of the app does, without loading it again; `look` fails the
 * test, once it has ended, with all that axe finds in what is shown: at both widths, and in both color schemes. The
 * second scheme and width are looked at without what was looked at in them before: the frame that all pages have, and of
 * what opened on a page the rest of it.
 */
export const looking = async (page: Page) => {
  const show = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  let loaded = false
  let isFrameKnown = false
  await page.setViewportSize(desktop)
  await show('light')

  const go = async (path: string) => {
    const heading = page.getByRole('heading', { level: 1 })
    if (loaded) {
      const samePage = new URL(page.url()).pathname === path.split('?')[0]
      if (!samePage) await heading.evaluateAll((all) => all.map((element) => element.setAttribute('data-before', '')))
      // Nothing is under the pointer that was not looked for.
      await page.mouse.move(0, 0)
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
      await expect(page.locator('h1[data-before]')).toHaveCount(0)
    } else await page.goto(path)
    loaded = true
    await expect(heading.first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
    await expect.poll(() => seeWhatWaits(page)).toBe(0)
    await page.evaluate('document.scrollingElement.scrollTop = 0')
  }

  const look = async (what: string, isOpened = false) => {
    const first = isFrameKnown ? [own] : []
    const part = async () => {
      for (const one of isOpened ? [opened, ...first] : first) if ((await page.locator(one).count()) > 0) return one
      return undefined
    }
    // A tooltip appears some time after the pointer reached its target, which may be the control that opened this.
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await drawn(page)
    expect.soft(await findings(page), `${what}, light`).toEqual([])
    await show('dark')
    await drawn(page)
    expect.soft(await findings(page, { rules: ['color-contrast'], within: await part() }), `${what}, dark`).toEqual([])
    await page.setViewportSize(phone)
    await drawn(page)
    expect.soft(await findings(page, { within: await part() }), `${what}, dark, on a phone`).toEqual([])
    isFrameKnown ||= (await page.locator(own).count()) > 0
    await page.setViewportSize(desktop)
    await show('light')
  }
  return { page, go, look }
}
export type Look = Awaited<ReturnType<typeof looking>>
