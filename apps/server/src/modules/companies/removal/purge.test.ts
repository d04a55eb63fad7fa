import type { Sandbox } from '@recado/sandbox'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { newId } from '#server/lib/ids.ts'
import { deleteDueCompanies } from '#server/modules/admin/companies/actions.ts'
import { notify } from '#server/modules/product-notifications/index.ts'
import { testConfig } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createWorld, startWorldSandbox, type World } from '#server/test/endpoint-world.ts'
import { createUser, signIn } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { sweepCompaniesJob } from './jobs.ts'
import { purgeCompany } from './purge.ts'
import { keptTables } from './queries/tables.ts'

let w: ProductWorld
let sandbox: Sandbox
beforeAll(async () => {
  const { WHATSAPP_APP_SECRET: appSecret = '', WHATSAPP_VERIFY_TOKEN: verifyToken = '' } = testConfig()
  sandbox = await startWorldSandbox({ appSecret, verifyToken })
  w = await openProductWorld({ WHATSAPP_GRAPH_URL: sandbox.graphUrl })
})
afterAll(async () => {
  await w.close()
  await sandbox.close()
})

const runs = {
  delete: () => deleteDueCompanies(systemCtx(w.deps, 'test')),
  /** The sweep, and what it has the workers do. */
  sweep: async () => {
    await w.deps.jobs.enqueue(w.deps.database.db, sweepCompaniesJob, {})
    await w.deps.jobs.drain(w.deps)
  },
}
const browse = (headers: { cookie: string }) => {
  const browser = createBrowser(w.app)
  browser.use(headers)
  return browser
}

/** How many rows of each table of the database speak of a company in whatever column; none is left out. */
const rowsThatName = async (companyId: string): Promise<Record<string, number>> => {
  const { pool } = w.deps.database
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const found: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await pool.query(`select count(*)::int as n from "${name}" t where t::text like $1`, [
      `%${companyId}%`,
    ])
    if (counted.rows[0].n > 0) found[name] = counted.rows[0].n
  }
  return found
}

/** A file of the company, an incident that concerns it, and something told to its admins. */
const addTraces = async ({ company, user }: World): Promise<string> => {
  const { db, pool } = w.deps.database
  await db.update(companies).set({ ownerId: user.id, taxId: '11222333000181' }).where(eq(companies.id, company.id))
  const stored = await w.deps.files.put(Buffer.from('a letter'), 100)
  const kind = { ownerKind: 'attachment', name: 'letter.txt', mime: 'text/plain' }
  await db.insert(files).values({ ...stored, ...kind, id: newId(), companyId: company.id })
  await pool.query('update channel_incidents set company_ids = array_append(company_ids, $1)', [company.id])
  await w.refresh()
  const ctx = systemCtx(w.deps, 'test')
  const payload = { textEn: 'Soon', textPt: 'Em breve' }
  await notify(ctx, [{ workflow: 'platform.notice', to: 'admins', companyId: company.id, payload }])
  expect(await w.inboxOf(user.id)).not.toEqual([])
  return stored.path
}
const subscribed = async ({ accessToken, freeNumber }: World): Promise<boolean> => {
  const answer = await fetch(`${sandbox.graphUrl}/v25.0/${freeNumber.wabaId}/subscribed_apps`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return ((await answer.json()) as { data: unknown[] }).data.length > 0
}
const expire = (companyId: string) =>
  w.deps.database.db
    .update(companies)
    .set({ deletionAt: new Date(Date.now() - 1000) })
    .where(eq(companies.id, companyId))
const deleted = async (world: World) => {
  const path = await addTraces(world)
  const at = `/api/v1/companies/${world.company.id}`
  const asked = await browse(world.headers).post(`${at}/deletion`, { name: world.company.name })
  expect(asked.statusCode, asked.body).toBe(200)
  await expire(world.company.id)
  await runs.delete()
  return path
}

test('a deleted company is purged for good: rows, files, what was told, and what Meta sends', async () => {
  const mine = await createWorld(w.deps, { platform: true })
  const other = await createWorld(w.deps)
  const path = await deleted(mine)
  const { id } = mine.company
  const before = await rowsThatName(id)
  expect(Object.keys(before).length, 'the company has something in most tables').toBeGreaterThan(30)
  const theirs = await rowsThatName(other.company.id)

  await runs.sweep()

  const outlives = ['companies', ...keptTables]
  const left = Object.entries(await rowsThatName(id)).filter(([name]) => !outlives.includes(name))
  expect(left, 'nothing but the job that did it').toEqual([['jobs', 1]])
  const [row] = await w.deps.database.db.select().from(companies).where(eq(companies.id, id))
  expect(row).toMatchObject({ name: mine.company.name, taxId: null, ownerId: null })
  expect(row?.purgedAt).toBeInstanceOf(Date)
  await expect(w.deps.files.size(path)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await w.inboxOf(mine.user.id)).toEqual([])
  expect(await rowsThatName(other.company.id), 'the other company has what it had').toEqual(theirs)
  expect(await subscribed(mine), 'the other company has numbers of the same account').toBe(true)
  expect(await w.deps.database.db.$count(sessions, eq(sessions.userId, mine.user.id)), 'people stay').toBeGreaterThan(0)

  const audit = async () => (await rowsThatName(id))['audit_logs']
  const written = await audit()
  await runs.sweep()
  expect(await audit(), 'the second time there is nothing left to do').toBe(written)

  await deleted(other)
  await runs.sweep()
  expect(await subscribed(other)).toBe(false)
})

test('what was stopped goes on, and nothing is taken from a company that is kept', async () => {
  const world = await createWorld(w.deps)
  const { id } = world.company
  const ctx = systemCtx(w.deps, 'test')
  const signal = new AbortController().signal
  const full = await rowsThatName(id)
  await purgeCompany(ctx, id, signal)
  expect(await rowsThatName(id)).toEqual(full)
  await deleted(world)
  await expect(purgeCompany(ctx, id, AbortSignal.abort())).rejects.toThrow()
  expect((await rowsThatName(id))['messages']).toBeGreaterThan(0)
  await purgeCompany(ctx, id, signal)
  expect((await rowsThatName(id))['messages']).toBeUndefined()
})

test('Meta out of reach keeps a company for three days, not longer', async () => {
  const world = await createWorld(w.deps)
  const { id } = world.company
  // An account that no other company has a number of.
  await w.deps.database.db.update(waAccounts).set({ wabaId: '900111222333999' }).where(eq(waAccounts.companyId, id))
  await deleted(world)
  const unreachable = { ...w.deps, config: { ...w.deps.config, WHATSAPP_GRAPH_URL: 'http://127.0.0.1:1' } }
  const signal = new AbortController().signal
  const purge = (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000)
    return purgeCompany({ ...systemCtx(unreachable, 'test'), now }, id, signal)
  }
  await expect(purge(2)).rejects.toThrow()
  expect((await rowsThatName(id))['messages']).toBeGreaterThan(0)
  await purge(4)
  expect((await rowsThatName(id))['messages']).toBeUndefined()
})

test('until it is deleted a company can be brought back whole', async () => {
  const world = await createWorld(w.deps)
  await addTraces(world)
  const at = `/api/v1/companies/${world.company.id}`
  await browse(world.headers).post(`${at}/deletion`, { name: world.company.name })
  const full = await rowsThatName(world.company.id)
  await runs.delete()
  await runs.sweep()
  const admin = await createUser(w.deps, { role: 'admin' })
  const back = await browse(await signIn(w.deps, admin.id, null)).post(
    `/api/v1/admin/companies/${world.company.id}/reactivate`,
    { reason: 'Changed their mind', notify: false },
  )
  expect(back.statusCode, back.body).toBe(200)
  expect((await rowsThatName(world.company.id))['messages']).toBe(full['messages'])
})
