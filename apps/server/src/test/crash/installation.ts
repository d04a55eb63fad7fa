import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { Deps } from '#server/context.ts'
import { readPidFile } from '#server/db/embedded/postmaster.ts'
import { isPostmasterOf } from '#server/db/embedded/process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { createDeps } from '#server/deps.ts'
import { lastingPort, type Running, startProduct } from '../product-process.ts'

const silent = { info: () => undefined, warn: () => undefined }

export type Installation = {
  port: number
  url: string
  product: () => Running
  /** Ends the product without a chance to tidy up, and the database with it when asked. */
  kill: (withDatabase: boolean) => Promise<void>
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
  let adopted: EmbeddedPostgres | undefined

  const databaseUrl = async () => {
    adopted = await startEmbeddedPostgres({ dataDir: databaseDir, log: silent })
    return adopted.url
  }
  const killDatabase = async () => {
    const cluster = join(databaseDir, 'cluster')
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
    restart: async () => {
      product = await startProduct(environment)
    },
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: await databaseUrl() })
      await client.connect()
      try {
        return (await client.query<R>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    withDeps: async (use) => {
      const log = pino({ level: 'silent' }) as unknown as Deps['log']
      const options = { config: readConfig(environment), databaseUrl: await databaseUrl(), dataDir, shared: false, log }
      const { deps, close } = await createDeps(options)
      try {
        return await use(deps)
      } finally {
        await close()
      }
    },
    close: async () => {
      await product.stop('SIGTERM')
      await databaseUrl()
      await adopted?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
