import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findRunning, readPidFile, shutDown } from './embedded/postmaster.ts'
import { isAlive } from './embedded/process.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const log = { info: () => undefined, warn: () => undefined }
const ownerProgram = fileURLToPath(new URL('../test/embedded-owner.ts', import.meta.url))

let dataDir = ''
const cluster = () => join(dataDir, 'cluster')

const start = (options: { port?: number; binDir?: string } = {}) => startEmbeddedPostgres({ dataDir, log, ...options })

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-embedded-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'postgres')
})

afterEach(async () => {
  const running = await findRunning(cluster())
  if (running) await shutDown(running.pid)
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

function spawnOwner() {
  return spawn(process.execPath, [ownerProgram, dataDir], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
}

async function ready(owner: ChildProcess) {
  if (!owner.stdout) throw new Error('no stdout')
  const [line] = await once(createInterface(owner.stdout), 'line')
  return JSON.parse(String(line)) as { url: string; adopted: boolean }
}

async function killOwner(owner: ChildProcess) {
  const ended = once(owner, 'exit')
  owner.kill('SIGKILL')
  await ended
}

it('keeps data between starts, hides its password and leaves no server behind', async () => {
  const first = await start()
  await query(first.url, "create table notes as select 'açaí' as text")
  const pid = readPidFile(cluster())?.pid ?? 0
  expect(isAlive(pid)).toBe(true)
  await first.stop()
  expect(isAlive(pid)).toBe(false)

  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'select upper(text) as text from notes')).toEqual([{ text: 'AÇAÍ' }])
  const settings = await query(
    second.url,
    "select current_setting('fsync') as fsync, current_setting('listen_addresses') as listen",
  )
  expect(settings).toEqual([{ fsync: 'on', listen: '127.0.0.1' }])
  const wrong = new URL(second.url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/authentication/)
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  await second.stop()
})

it('adopts the server of a killed owner and stops it once it is no longer used', async () => {
  const owner = spawnOwner()
  const { url } = await ready(owner)
  await query(url, 'create table kept as select 42 as answer')
  await killOwner(owner)

  const adopter = await start()
  expect(adopter.adopted).toBe(true)
  expect(await query(adopter.url, 'select answer from kept')).toEqual([{ answer: 42 }])

  const pid = readPidFile(cluster())?.pid ?? 0
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await adopter.stop()
  expect(isAlive(pid)).toBe(true)
  await other.end()
  await adopter.stop()
  expect(isAlive(pid)).toBe(false)
})

it('starts again after its owner was killed at any moment', async () => {
  for (const delay of [120, 250, 400, 550, 700, 900, 1200]) {
    const owner = spawnOwner()
    await new Promise((resolve) => setTimeout(resolve, delay))
    await killOwner(owner)
  }
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
})

it('is stopped by its owner in order when Ctrl-C reaches the whole process group', async () => {
  const owner = spawnOwner()
  const { url } = await ready(owner)
  const pid = readPidFile(cluster())?.pid ?? 0
  const ended = once(owner, 'exit')
  process.kill(-(owner.pid ?? 0), 'SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  owner.stdin?.end('stop\n')
  await ended
  expect(isAlive(pid)).toBe(false)
})

it('lets two starts at once share one server', async () => {
  const servers = await Promise.all([start(), start()])
  expect(servers.map((server) => server.adopted).sort()).toEqual([false, true])
  expect(servers[0]?.url).toBe(servers[1]?.url)
  for (const server of servers.sort((a, b) => Number(b.adopted) - Number(a.adopted))) await server.stop()
})

it('starts over when the folder is half made, and ignores a process id that belongs to another program', async () => {
  mkdirSync(cluster(), { recursive: true })
  writeFileSync(join(cluster(), 'PG_VERSION'), '18\n')
  chmodSync(dataDir, 0o711)
  const first = await start()
  await first.stop()
  writeFileSync(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`)
  const second = await start()
  expect(second.adopted).toBe(false)
  await second.stop()
})

it('says what to do when no server program can run', async () => {
  await expect(start({ binDir: tmpdir() })).rejects.toThrow(/DATABASE_URL/)
})

it('refuses a cluster made by another major version', async () => {
  const server = await start()
  await server.stop()
  writeFileSync(join(cluster(), 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 16/)
})

it('says that its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(start({ port })).rejects.toThrow(`Port ${port}`)
  taken.close()
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('could not bind')
})
