import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { Deps } from '#server/context.ts'
import { findRunning, readPidFile, shutDown } from '#server/db/embedded/postmaster.ts'
import { isPostmasterOf } from '#server/db/embedded/process.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { createDeps } from '#server/deps.ts'
import { lastingPort, type Running, startProduct } from '../product-process.ts'

const silent = { info: () => undefined, warn: () => undefined }

export type Installation = {
  port: number
  url: string
  product: () => Running
  /** Ends the product without a chance to tidy up, and the database with it when asked. */
  kill: (withDatabase: boolean) => Promise<void>
  /** Ends the worker process alone, without a chance to tidy up. */
  killWorker: () => void
  restart: () => Promise<void>
  query: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>
  /** Does something with what the product's process shares, e.g. fills the database. */
  withDeps: <R>(use: (deps: Deps) => Promise<R>) => Promise<R>
  close: () => Promise<void>
}

/** An installation of its own: data folder, embedded database, and the product as a process on a fixed port. */
export const install = async (variables: Record<string, string>): Promise<Installation> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-crash-'))
  await chmod(dataDir, 0o755)
  const databaseDir = join(dataDir, 'postgres')
  const cluster = join(databaseDir, 'cluster')
  const port = await lastingPort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    RECADO_MODE: 'production',
    APP_SECRET: 'a secret of thirty-two characters',
    PUBLIC_URL: url,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...variables,
  }
  let product = await startProduct(environment)
  let database: Promise<{ url: string; pool: pg.Pool }> | undefined

  const openDatabase = async () => {
    const { url } = await startEmbeddedPostgres({ dataDir: databaseDir, log: silent })
    return { url, pool: new pg.Pool({ connectionString: url, max: 1 }) }
  }
  const useDatabase = () => {
    database ??= openDatabase()
    return database
  }
  /** Lets go of the database, which comes back on another port when it is killed. */
  const leaveDatabase = async () => {
    const left = await database
    database = undefined
    await left?.pool.end()
  }
  const killDatabase = async () => {
    await leaveDatabase()
    const pid = readPidFile(cluster)?.pid
    if (!pid) throw new Error('the database was not running')
    process.kill(pid, 'SIGKILL')
    while (isPostmasterOf(pid, cluster)) await sleep(10)
  }

  return {
    port,
    url,
    product: () => product,
    kill: async (withDatabase) => {
      await product.stop('SIGKILL')
      if (withDatabase) await killDatabase()
    },
    killWorker: () => void process.kill(product.workerPid(), 'SIGKILL'),
    restart: async () => {
      product = await startProduct(environment)
    },
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const { pool } = await useDatabase()
      return (await pool.query<R>(text, values)).rows
    },
    withDeps: async (use) => {
      const log = pino({ level: 'silent' }) as unknown as Deps['log']
      const { url: databaseUrl } = await useDatabase()
      const options = { config: readConfig(environment), databaseUrl, dataDir, shared: false, log }
      const { deps, close } = await createDeps(options)
      try {
        return await use(deps)
      } finally {
        await close()
      }
    },
    close: async () => {
      await leaveDatabase()
      await product.stop('SIGTERM')
      const left = await findRunning(cluster)
      if (left) await shutDown(left.pid)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
