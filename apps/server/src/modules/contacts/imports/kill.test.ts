import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createFolderStore } from '#server/lib/storage/file-store.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createImporter } from '#server/test/contact-files.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { startProgram } from '#server/test/program.ts'
import { drainImports } from './importer.ts'

let server: TestApp
let dataDir: string
beforeAll(async () => {
  server = await buildOwnApp()
  dataDir = await mkdtemp(join(inject('folder'), 'imports-'))
  server.deps.files = createFolderStore(join(dataDir, 'files'))
})
afterAll(() => server.close())

const KILLS = 10
/** Eleven processes start one after the other, each with all of the product. */
const MOST_MS = 900_000
const rows = Array.from({ length: 3000 }, (_, n) => {
  const phone = n % 40 === 0 ? '12' : `119${String(80_000_000 + (n % 2900))}`
  return `Person ${n};${phone};p${n}@example.test;t${n % 3}`
})
const file = ['nome;telefone;email;tags', ...rows].join('\n')

/** What there is in a company afterwards. */
const stateOf = async (companyId: string) => {
  const { rows: people } = await server.deps.database.db.execute(sql`
    select c.name, c.phone, c.email, c.version, array(select t.name from contact_tags t where t.id = any(c.tag_ids) order by 1) as tags,
      (select count(*)::int from contact_events e where e.company_id = c.company_id and e.contact_id = c.id) as events
    from contacts c where c.company_id = ${companyId} order by c.phone`)
  return people
}

/** Works on imports in a process that is killed at some statement. */
const workAndDie = async () => {
  const args = [await testDatabaseUrl(), dataDir, String(randomInt(4, 40))]
  const child = startProgram('import-process', args)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  await server.deps.database.pool.query("update leases set until = now() where name like 'imports:%'")
}

test(
  'an import that is killed ten times ends as one that is not, and an undo as well',
  async () => {
    const [calm, killed] = [await createImporter(server), await createImporter(server)]
    const quiet = await calm.run(file)
    const { id } = await killed.check(file)
    await killed.step(id, 'start')
    const places: number[] = []
    for (let n = 0; n < KILLS; n++) {
      await workAndDie()
      places.push((await killed.read(id)).progress)
    }
    await drainImports(server.deps)
    const done = await killed.read(id)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(done).toMatchObject({ state: quiet.state, counts: quiet.counts, progress: 3000 })
    expect(await stateOf(killed.company.id)).toEqual(await stateOf(calm.company.id))

    await killed.step(id, 'revert')
    await workAndDie()
    await drainImports(server.deps)
    expect(await killed.read(id)).toMatchObject({ state: 'reverted', reverted: { deleted: done.counts?.created } })
    expect(await stateOf(killed.company.id)).toEqual([])
  },
  MOST_MS,
)
