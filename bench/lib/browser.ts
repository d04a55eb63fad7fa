import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../../scripts/lib/chromium.ts'
import { openStage, type Stage } from './stage.ts'

const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((name) => `--disable-${name}`)

const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureChromium(console.log), args: ['--no-sandbox', '--no-first-run', ...quiet] })

/** Measures with a stage and a browser of its own, and closes both afterwards. */
export const withBrowser = async <T>(measure: (stage: Stage, browser: Browser) => Promise<T>): Promise<T> => {
  const stage = await openStage()
  const browser = await openBrowser()
  try {
    return await measure(stage, browser)
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** `scriptBytes` is the uncompressed size of the parsed JavaScript. */
export type ColdLoad = { bytes: number; scriptBytes: number; firstPaintMs: number; usableMs: number }

export type Visit = { url: string; cookie: string | null; usable: string }

/** Name and value of the first cookie in a Cookie header. */
const cookieParts = (header: string) => {
  const at = header.indexOf('=')
  return { name: header.slice(0, at), value: header.slice(at + 1) }
}

const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

const viewport = { width: 1280, height: 800 }

/**
 * Gives the window room for the whole page beside the browser's own bars, also where it has none on a screen. What lies
 * outside of the window is not painted by itself: its paint would be counted with that of the next change inside.
 */
const showWhole = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  const bounds = { width: viewport.width + 100, height: viewport.height + 200 }
  await session.send('Browser.setWindowBounds', { windowId, bounds })
  await session.detach()
}

/** A page of a signed-in user, at 1280 by 800. */
export const openSignedIn = async (browser: Browser, url: string, cookie: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en-US', viewport })
  await context.addCookies([{ ...cookieParts(cookie), url: new URL(url).origin }])
  const page = await context.newPage()
  await showWhole(page)
  return page
}

const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) => (entry instanceof PerformanceResourceTiming && /\.js$/.test(entry.name) ? entry : []))
      .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
  )

/** Opens a page in a browser that knows nothing yet: bytes on the wire, first contentful paint, and until `usable` shows. */
export const loadCold = async (browser: Browser, visit: Visit): Promise<ColdLoad & { page: Page }> => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  if (visit.cookie) await context.addCookies([{ ...cookieParts(visit.cookie), url: new URL(visit.url).origin }])
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  let bytes = 0
  network.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  await network.send('Network.enable')
  const started = performance.now()
  await page.goto(visit.url, { waitUntil: 'commit' })
  await page.locator(visit.usable).first().waitFor({ state: 'visible' })
  const usableMs = performance.now() - started
  await page.waitForLoadState('networkidle')
  return { page, bytes, usableMs, firstPaintMs: await firstPaint(page), scriptBytes: await scriptBytes(page) }
}

/** Runs in the page: notes the milliseconds between frames. */
const watchFrames = `
  globalThis.frameTimes = []
  let last = performance.now()
  const next = (now) => {
    globalThis.frameTimes.push(now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)`

/** Milliseconds between frames while the wheel turns over an element. */
export const scrollFrames = async (page: Page, selector: string, turns: number): Promise<number[]> => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error('nothing to scroll')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.evaluate(watchFrames)
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, -400)
    await page.waitForTimeout(30)
  }
  return page.evaluate<number[]>('globalThis.frameTimes.slice(2)')
}
