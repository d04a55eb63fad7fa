import type { Browser } from '@playwright/test'
import { ensureWebBuild } from '../../scripts/lib/web-build.ts'
import { type ColdLoad, loadCold, scrollFrames, type Visit, withBrowser } from '../lib/browser.ts'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { percentile } from '../lib/numbers.ts'
import { freePort } from '../lib/ports.ts'
import { startProduct } from '../lib/product.ts'
import type { Stage } from '../lib/stage.ts'
import { serveStatic } from '../lib/static-pages.ts'
import { addBacklog, addCompany, type BenchCompany, writeUnchecked } from '../lib/world.ts'

const KB = 1024
const LONG_CHAT = 50_000
const ROUNDS = 5

const pages = [
  { path: '/dashboard', usable: 'main h1, main h2' },
  { path: '/companies', usable: 'main h1, main h2' },
  { path: '/profile', usable: 'main h1, main h2' },
  { path: '/integrations/whatsapp', usable: 'main h1, main h2' },
  { path: '/integrations/whatsapp/chat', usable: 'main' },
]

/** One conversation with so many messages; answers its id. */
const fillLongChat = async (stage: Stage, company: BenchCompany): Promise<string> => {
  const { pool } = stage.deps.database
  await addBacklog(stage.deps, company, { count: 1, priority: 10, recipientFrom: 1 })
  await pool.query('delete from outbound_sends')
  const { rows } = await pool.query<{ id: string }>('select id from conversations where company_id = $1', [company.id])
  const id = rows[0]?.id ?? ''
  await writeUnchecked(
    stage.deps,
    `insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, wamid,
        origin, status, occurred_at)
      select c.company_id, gen_random_uuid(), c.id, c.channel_id, c.contact_id, case when n % 3 = 0 then 'out' else 'in' end,
        'text', 'Message ' || n || repeat(' of a long conversation', 1 + n % 7), '{}', 'wamid.LONG' || n,
        case when n % 3 = 0 then 'agent' else 'contact' end, case when n % 3 = 0 then 'read' else 'received' end,
        now() - make_interval(mins => $2::int - n)
      from conversations c, generate_series(1, $2::int) as n where c.id = $1`,
    [id, LONG_CHAT],
  )
  await pool.query(`update conversations set last_message_at = now(), last_inbound_at = now(), last_direction = 'in',
    last_preview = 'Message' where true`)
  await pool.query('vacuum analyze')
  return id
}

/** A page without scripts, to measure what the machine itself needs to show anything. */
const barePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body><h1>A bare page</h1></body></html>'

/**
 * The opener policy of the product's pages. For a page with one the browser begins a process of its own, as it does for
 * every page that is reached from another site: a bare page without it would be measured in the process at hand.
 */
const openerPolicy = async (url: string): Promise<Record<string, string>> => {
  const { headers } = await fetch(url)
  const name = 'cross-origin-opener-policy'
  return { [name]: headers.get(name) ?? 'unsafe-none' }
}

type Loads = { path: string; cold: ColdLoad[] }

/** Interleaves the cold loads, so that a slow moment of the machine affects all of them. */
const loadAll = async (browser: Browser, visits: readonly (Visit & { path: string })[]): Promise<Loads[]> => {
  const loads: Loads[] = visits.map(({ path }) => ({ path, cold: [] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, visit] of visits.entries()) {
      const { page, ...load } = await loadCold(browser, visit)
      await page.context().close()
      loads[index]?.cold.push(load)
    }
  }
  return loads
}

const median = ({ cold }: Loads, of: keyof ColdLoad): number =>
  percentile(
    cold.map((load) => load[of]),
    0.5,
  )

const most = (loads: readonly Loads[], of: keyof ColdLoad): { path: string; value: number } =>
  loads
    .map((load) => ({ path: load.path, value: median(load, of) }))
    .reduce((one, other) => (other.value > one.value ? other : one))

const measurePages = async (browser: Browser, url: string, company: BenchCompany): Promise<Measure[]> => {
  const bare = await serveStatic(await freePort(), {}, { '/': barePage }, await openerPolicy(`${url}/signin`))
  const loads = await loadAll(browser, [
    { path: 'bare', url: bare.url, cookie: null, usable: 'h1' },
    { path: '/signin', url: `${url}/signin`, cookie: null, usable: 'input[type=password]' },
    ...pages.map(({ path, usable }) => ({ path, url: `${url}${path}`, cookie: company.cookie, usable })),
  ])
  await bare.stop()
  const [nothing, signIn, ...others] = loads
  if (!nothing || !signIn) throw new Error('no loads')
  const bareMs = median(nothing, 'firstPaintMs')
  const heaviest = most(others, 'bytes')
  const longest = most(others, 'scriptBytes')
  const slowest = most([signIn, ...others], 'firstPaintMs')
  const list = (of: keyof ColdLoad) =>
    others.map((load) => `${load.path} ${Math.round(median(load, of) / KB)}`).join(', ')
  return [
    { name: 'sign-in page, cold', value: median(signIn, 'bytes') / KB, unit: 'KB', target: { at: 'most', value: 250 } },
    {
      name: `heaviest page, cold (${heaviest.path})`,
      value: heaviest.value / KB,
      unit: 'KB',
      target: { at: 'most', value: 400 },
      note: list('bytes'),
    },
    {
      name: `most JavaScript parsed by a page (${longest.path})`,
      value: longest.value / KB,
      unit: 'KB',
      target: { at: 'most', value: 900 },
      note: list('scriptBytes'),
    },
    {
      name: `slowest first contentful paint (${slowest.path})`,
      value: slowest.value,
      unit: 'ms',
      target: { at: 'most', value: 1.5 * bareMs },
      baseline: { name: 'a bare page', value: bareMs },
      note: `medians of ${ROUNDS}`,
    },
  ]
}

const measureLongChat = async (
  browser: Browser,
  url: string,
  company: BenchCompany,
  id: string,
): Promise<Measure[]> => {
  const chat = `${url}/integrations/whatsapp/chat?conversation=${id}`
  const lastMessage = `[role=log] >> text=/^Message ${LONG_CHAT} /`
  const { page, usableMs } = await loadCold(browser, { url: chat, cookie: company.cookie, usable: lastMessage })
  const again = performance.now()
  await page.reload({ waitUntil: 'commit' })
  await page.locator(lastMessage).first().waitFor({ state: 'visible' })
  const warmMs = performance.now() - again
  const frames = await scrollFrames(page, '[role=log]', 100)
  await page.context().close()
  return [
    {
      name: `chat with ${LONG_CHAT.toLocaleString('en-US')} messages, until the last one shows`,
      value: warmMs,
      unit: 'ms',
      target: { at: 'most', value: 1000 },
      note: `with an empty cache ${Math.round(usableMs)} ms`,
    },
    {
      name: 'longest frame while scrolling it up',
      value: percentile(frames, 1),
      unit: 'ms',
      target: { at: 'most', value: 50 },
      note: `${frames.length} frames, p99 ${percentile(frames, 0.99).toFixed(0)} ms`,
    },
  ]
}

const measure = async (_options: BenchOptions): Promise<Measure[]> => {
  await ensureWebBuild(console.log)
  return withBrowser(async (stage, browser) => {
    const company = await addCompany(stage.deps)
    const id = await fillLongChat(stage, company)
    const product = await startProduct(stage)
    const weights = await measurePages(browser, product.url, company)
    const chat = await measureLongChat(browser, product.url, company, id)
    await product.stop()
    return [...weights, ...chat]
  })
}

export const web: Figure = { name: 'web', title: 'Pages in Chromium', run: measure }
