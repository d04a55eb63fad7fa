import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findRunning, shutDown } from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/process.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseAdminUrl: string
    databaseRun: string
    /** Whether the recordings of the wires are written again (`RECORD_WIRE=1`). */
    recordsWire: boolean
    /** For what tests keep on disk; it is removed with the databases. */
    folder: string
  }
}

const prefix = 'recado-test-postgres-'
const log = { info: () => undefined, warn: () => undefined }

async function admin(url: string, run: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

/** Servers of test runs that were killed: stopped and removed before a new one starts. */
async function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    const cluster = join(tmpdir(), name, 'cluster')
    const running = existsSync(cluster) ? await findRunning(cluster) : null
    if (running) await shutDown(running.pid)
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

async function startServer() {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: (run: string) => dropDatabases(given, run) }
  await removeLeftovers()
  const dataDir = join(tmpdir(), `${prefix}${process.pid}`)
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

async function dropDatabases(url: string, run: string) {
  await admin(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [run],
    )
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`)
    }
  })
}

/** One database server a run and one migrated template database, which `createTestDatabase()` clones. */
export default async function setup(project: TestProject) {
  const server = await startServer()
  const run = `recado_test_${process.pid}_${Date.now().toString(36)}`
  const template = new URL(server.url)
  template.pathname = `/${run}_template`
  await admin(server.url, async (client) => {
    await client.query(`create database ${run}_template`)
  })
  await migrateDatabase(template.href)
  project.provide('databaseAdminUrl', server.url)
  project.provide('databaseRun', run)
  project.provide('recordsWire', process.env['RECORD_WIRE'] === '1')
  const folder = join(tmpdir(), run)
  mkdirSync(folder)
  project.provide('folder', folder)
  return async () => {
    await server.stop(run)
    rmSync(folder, { recursive: true, force: true })
  }
}
