import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { buildCompatibilityPages } from '../../e2e/inbox/compatibility/build.ts'
import { connectTo, type Service } from '../../packages/inbox/playground/server/recado.ts'
import { ensureInboxBuild } from '../../scripts/lib/inbox-build.ts'
import { scrollFrames, withBrowser } from '../lib/browser.ts'
import { bundleWidgets, inboxFolder } from '../lib/bundles.ts'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { addEnvironment, fillInboxes } from '../lib/notifications.ts'
import { percentile } from '../lib/numbers.ts'
import { freePort } from '../lib/ports.ts'
import { startProduct } from '../lib/product.ts'
import type { Stage } from '../lib/stage.ts'
import { serveStatic } from '../lib/static-pages.ts'

const NOTIFICATIONS = 10_000
const VISITS = 9

/** Notes in the page when its bell was painted: the frame after the one that found it has begun. */
const watchBell = `
  const began = performance.now()
  const inside = (root) => root.querySelector('[data-test-id="notification-bell"]') ??
    [...root.querySelectorAll('notification-center-component')].map((host) => host.shadowRoot && inside(host.shadowRoot))[0]
  const look = () => {
    if (!inside(document)?.getBoundingClientRect().width) return requestAnimationFrame(look)
    requestAnimationFrame(() => { globalThis.bellMs = performance.now() - began })
  }
  requestAnimationFrame(look)`

const query = (service: Service, subscriberId: string) => {
  const { subscriberHash } = connectTo(service).person(subscriberId)
  return { app: service.applicationIdentifier, api: service.apiUrl, subscriber: subscriberId, hash: subscriberHash }
}

const withWatch = (html: string) => html.replace('<body>', `<body><script>${watchBell}</script>`)

/** A page with the script tag. It reads whom to show from its address. */
const embedPage =
  withWatch(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Embed</title></head><body>
<notification-center-component color-scheme="light"></notification-center-component>
<script>
  const given = new URLSearchParams(location.search)
  const names = { app: 'application-identifier', api: 'backend-url', subscriber: 'subscriber-id', hash: 'subscriber-hash', size: 'page-size' }
  for (const [name, attribute] of Object.entries(names)) {
    if (given.has(name)) document.querySelector('notification-center-component').setAttribute(attribute, given.get(name))
  }
</script>
<script type="module" src="/embed/embed.js"></script></body></html>`)

/** A list that no script touches, with as much to scroll over, for what the machine itself can do. */
const barePage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body>
<div data-test-id="notifications-scroll-area" style="height: 400px; overflow: auto">${'<p>A text in a list</p>'.repeat(1000)}</div>
<script>document.querySelector('div').scrollTo(0, 1e9)</script></body></html>`

type Visit = { bellMs: number; requests: number }

const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  let requests = 0
  page.on('request', () => {
    requests++
  })
  page.on('websocket', () => {
    requests++
  })
  await page.goto(url)
  await page.waitForFunction('globalThis.bellMs')
  const bellMs = await page.evaluate<number>('globalThis.bellMs')
  await page.waitForLoadState('networkidle')
  await context.close()
  return { bellMs, requests }
}

/** Visits in turn, so that a slow moment of the machine meets all of them; the first of each only warms it up. */
const visitAll = async (browser: Browser, urls: Record<string, string>) => {
  const visits: Record<string, Visit[]> = {}
  for (let n = 0; n <= VISITS; n++) {
    for (const [name, url] of Object.entries(urls)) {
      const found = await visit(browser, url)
      if (n > 0) visits[name] = [...(visits[name] ?? []), found]
    }
  }
  return (name: string) => {
    const found = visits[name] ?? []
    return {
      bellMs: percentile(
        found.map(({ bellMs }) => bellMs),
        0.5,
      ),
      requests: found[0]?.requests ?? Number.NaN,
    }
  }
}

const heapOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

const list = '[data-test-id="notifications-scroll-area"]'

/** Scrolls down until every page of the list was read. */
const readToEnd = async (page: Page, pages: number) => {
  let read = 1
  page.on('response', (response) => {
    if (response.url().includes('/notifications/feed')) read++
  })
  for (let tries = 0; read < pages; tries++) {
    if (tries > pages * 50) throw new Error(`only ${read} of ${pages} pages were read`)
    await page.locator(list).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await page.waitForTimeout(20)
  }
  await page.waitForTimeout(500)
}

const measureLongList = async (browser: Browser, url: string, bareUrl: string): Promise<Measure[]> => {
  const page = await browser.newPage({ locale: 'en-US' })
  await page.goto(`${url}&size=100`)
  await page.locator('[data-test-id="notification-bell"]').click()
  await page.locator('[data-test-id="notification-list-item"]').first().waitFor()
  const before = await heapOf(page)
  await readToEnd(page, NOTIFICATIONS / 100)
  const frames = await scrollFrames(page, list, 100)
  const after = await heapOf(page)
  const rows = await page.locator('[data-test-id="notification-list-item"]').count()
  await page.goto(bareUrl)
  const bare = await scrollFrames(page, '[data-test-id="notifications-scroll-area"]', 100)
  await page.close()
  const name = `${NOTIFICATIONS.toLocaleString('en-US')} notifications loaded`
  return [
    {
      name: `longest frame while scrolling, ${name}`,
      value: percentile(frames, 1),
      unit: 'ms',
      target: { at: 'most', value: 50 },
      baseline: { name: 'a bare list of texts', value: percentile(bare, 1) },
      note: `${frames.length} frames, p99 ${percentile(frames, 0.99).toFixed(0)} ms; ${rows} rows in the page`,
    },
    {
      name: `heap of the page, ${name}`,
      value: after,
      unit: 'MB',
      note: `${before.toFixed(1)} MB with the first page`,
    },
  ]
}

const measureSizes = async (): Promise<Measure[]> => {
  const { published, ours, embed } = await bundleWidgets()
  const baseline = { name: 'the published widget', value: published.whole }
  return [
    {
      name: 'script tag until the bell, without React',
      value: embed.initial,
      unit: 'KB',
      target: { at: 'most', value: Math.min(60, published.whole / 4) },
      baseline,
    },
    { name: 'React components until the bell', value: ours.initial, unit: 'KB', baseline },
    { name: 'script tag, list open and socket connected', value: embed.whole, unit: 'KB', baseline },
    { name: 'React components, list open and socket connected', value: ours.whole, unit: 'KB', baseline },
  ]
}

const measureBells = async (browser: Browser, urls: Record<string, string>): Promise<Measure[]> => {
  const of = await visitAll(browser, urls)
  const published = of('published')
  const baseline = { name: 'the published widget', value: published.bellMs }
  return [
    {
      name: 'bell painted, script tag',
      value: of('embed').bellMs,
      unit: 'ms',
      target: { at: 'most', value: published.bellMs / 2 },
      baseline,
      note: `median of ${VISITS}`,
    },
    { name: 'bell painted, React components', value: of('ours').bellMs, unit: 'ms', baseline },
    {
      name: 'requests at start, script tag',
      value: of('embed').requests,
      unit: '',
      baseline: { name: 'the published widget', value: published.requests },
      note: 'page, scripts, calls with preflights, socket',
    },
  ]
}

/** A subscriber with many notifications, and another with few, of a running product. */
const fill = async (stage: Stage) => {
  const environment = await addEnvironment(stage, 2)
  await fillInboxes(stage, environment, NOTIFICATIONS, NOTIFICATIONS + 20)
  const { rows } = await stage.deps.database.pool.query<{ identifier: string }>(
    'select identifier from notification_environments where id = $1',
    [environment.id],
  )
  const [many, few] = environment.subscribers.map(({ subscriberId }) => subscriberId)
  return { many: many ?? '', few: few ?? '', identifier: rows[0]?.identifier ?? '', apiKey: environment.apiKey }
}

const measure = async (_options: BenchOptions): Promise<Measure[]> => {
  await ensureInboxBuild(console.log)
  const sizes = await measureSizes()
  const folder = await mkdtemp(join(tmpdir(), 'recado-bench-pages-'))
  try {
    return await withBrowser(async (stage, browser) => {
      await buildCompatibilityPages(folder, withWatch)
      const { many, few, identifier, apiKey } = await fill(stage)
      const product = await startProduct(stage)
      const service = { apiUrl: product.url, socketUrl: product.url, applicationIdentifier: identifier, apiKey }
      const folders = { compatibility: folder, embed: join(inboxFolder, 'dist/embed') }
      const pages = await serveStatic(await freePort(), folders, { '/embed.html': embedPage, '/bare.html': barePage })
      const address = (page: string, who: string) => `${pages.url}/${page}?${new URLSearchParams(query(service, who))}`
      const bells = await measureBells(browser, {
        published: address('compatibility/published/index.html', few),
        ours: address('compatibility/ours/index.html', few),
        embed: address('embed.html', few),
      })
      const long = await measureLongList(browser, address('embed.html', many), `${pages.url}/bare.html`)
      await pages.stop()
      await product.stop()
      return [...sizes, ...bells, ...long]
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const inbox: Figure = { name: 'inbox', title: 'Inbox beside the published widget', run: measure }
