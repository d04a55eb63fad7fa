import type { Browser, CDPSession, Page } from '@playwright/test'
import { ensureWebBuild } from '../../scripts/lib/web-build.ts'
import { openSignedIn, withBrowser } from '../lib/browser.ts'
import { runHelper } from '../lib/child.ts'
import type { Figure, Measure } from '../lib/figure.ts'
import { percentile, sleep } from '../lib/numbers.ts'
import { startProduct } from '../lib/product.ts'
import { appSecret, type Stage } from '../lib/stage.ts'
import { addCompany, type BenchCompany } from '../lib/world.ts'
import type { WebhookLoad, WebhookResult } from '../load/webhook-load.ts'

const CUSTOMERS = 8
const HISTORY = 400
const ARRIVING = 200
const ARRIVING_PER_SECOND = 20
/** A mid-range phone, or an old office computer. */
const SLOWED = 4
const KEY_EVERY_MS = 150
const OPENINGS = 8
/** The shortest duration that Chromium reports; faster interactions count as this. */
const SHORTEST_MS = 16

const receive = (stage: Stage, company: BenchCompany, perSecond: number, count: number) =>
  runHelper<WebhookResult>('webhook-load.ts', 'run', {
    port: stage.port,
    appSecret,
    numbers: [company.number],
    customers: CUSTOMERS,
    connections: 8,
    seconds: count / perSecond,
    perSecond,
    perBody: 1,
  } satisfies WebhookLoad)

/** Runs in the page: records how long each interaction took until the next paint, by its id. */
const watchInteractions = `
  globalThis.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) globalThis.interactions.set(interactionId, Math.max(duration, globalThis.interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS} })`

/** The milliseconds until the next paint of each interaction since the last call. */
const interactionsOf = async (page: Page, count: number): Promise<number[]> => {
  await page.waitForTimeout(1000)
  const found = await page.evaluate<number[]>(
    '(() => { const all = [...globalThis.interactions.values()]; globalThis.interactions.clear(); return all })()',
  )
  return [...found, ...new Array<number>(Math.max(0, count - found.length)).fill(SHORTEST_MS)]
}

const press = async (session: CDPSession, letter: string): Promise<void> => {
  const key = {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
    windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
  }
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...key })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
}

/** Types at a human pace, however slowly the page responds; returns the number of keys pressed. */
const typeUntil = async (session: CDPSession, ended: Promise<unknown>): Promise<number> => {
  const pressed: Promise<void>[] = []
  let typing = true
  void ended.finally(() => {
    typing = false
  })
  while (typing) {
    pressed.push(press(session, 'abcdefghij'[pressed.length % 10] ?? 'a'))
    await sleep(KEY_EVERY_MS)
  }
  await Promise.all(pressed)
  return pressed.length
}

const openOthers = async (page: Page, ended: Promise<unknown>): Promise<number> => {
  const list = page.locator('[data-conversation-id]')
  for (let at = 0; at < OPENINGS; at++) {
    await list.nth(at % CUSTOMERS).click()
    await page.waitForTimeout(900)
  }
  await ended
  return OPENINGS
}

const measureDesk = async (browser: Browser, stage: Stage, company: BenchCompany, url: string): Promise<Measure[]> => {
  const page = await openSignedIn(browser, url, company.cookie)
  await page.addInitScript(watchInteractions)
  await page.goto(`${url}/integrations/whatsapp/chat`)
  await page.locator('[data-conversation-id]').first().click()
  const field = page.locator('[data-composer] textarea')
  await field.click()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await interactionsOf(page, 0)
  const arriving = receive(stage, company, ARRIVING_PER_SECOND, ARRIVING)
  const typed = await interactionsOf(page, await typeUntil(session, arriving))
  const more = receive(stage, company, ARRIVING_PER_SECOND, ARRIVING)
  const opened = await interactionsOf(page, await openOthers(page, more))
  await page.context().close()
  const conditions = `while ${ARRIVING} messages arrive, ${SLOWED} times slowed`
  const of = (name: string, found: number[]): Measure => ({
    name: `${name} to the next paint, ${conditions}, p75`,
    value: percentile(found, 0.75),
    unit: 'ms',
    target: { at: 'most', value: 200 },
    note: `${found.length} interactions, p50 ${percentile(found, 0.5)} ms, p95 ${percentile(found, 0.95)} ms`,
  })
  return [of('key in the composer', typed), of('click on another conversation', opened)]
}

const measure = async (): Promise<Measure[]> => {
  await ensureWebBuild(console.log)
  return withBrowser(async (stage, browser) => {
    const company = await addCompany(stage.deps)
    const product = await startProduct(stage)
    await receive(stage, company, 200, HISTORY)
    const measures = await measureDesk(browser, stage, company, product.url)
    await product.stop()
    return measures
  })
}

export const desk: Figure = { name: 'desk', title: 'The desk while messages arrive', run: measure }
