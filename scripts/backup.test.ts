import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'

const program = fileURLToPath(new URL('./backup.ts', import.meta.url))
const log = { info: () => undefined, warn: () => undefined }

async function backUp(dataDir: string, target: string) {
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, target], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  return code
}

async function count(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from facts')
  await client.end()
  return rows[0]?.n ?? 0
}

it('copies a running installation without losing what was committed before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-backup-'))
  chmodSync(folder, 0o711)
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')]
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files/photo'), 'picture')
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create table facts as select generate_series(1, 10000) as id, now() as at')
  let writing = true
  const writer = (async () => {
    while (writing) await client.query('insert into facts select generate_series(1, 50), now()')
  })()
  const before = await count(server.url)
  expect(await backUp(dataDir, copy)).toBe(0)
  writing = false
  await writer
  await client.end()
  const after = await count(server.url)
  await server.stop()

  const restored = await startEmbeddedPostgres({ dataDir: join(copy, 'postgres'), log })
  const found = await count(restored.url)
  await restored.stop()
  expect(found).toBeGreaterThanOrEqual(before)
  expect(found).toBeLessThanOrEqual(after)
  expect(found % 50).toBe(0)
  expect(readFileSync(join(copy, 'files/photo'), 'utf8')).toBe('picture')
  expect(await backUp(dataDir, copy)).toBe(1)
  rmSync(folder, { recursive: true, force: true })
})
