import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../apps/server/src/config.ts'
import type { Deps } from '../../apps/server/src/context.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts'
import { migrateDatabase } from '../../apps/server/src/db/migrate.ts'
import { createDeps } from '../../apps/server/src/deps.ts'
import { freePort } from './ports.ts'
import { stopProducts } from './product.ts'

export const appSecret = 'the-app-secret-of-the-bench'
export const accessToken = `EAA${'b'.repeat(80)}`

const folders = new Set<string>()
/** Leaves nothing behind when a run is broken off. */
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export type Stage = {
  dataDir: string
  port: number
  environment: Record<string, string>
  /** For filling the database before the product starts; no worker runs on it. */
  deps: Deps
  close: () => Promise<void>
}

const passingFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-bench-'))
  folders.add(folder)
  return folder
}

/**
 * A data folder with a running embedded database, migrated, which the product adopts when it starts. Without `kept`, the
 * path of a folder that stays for the next run, it is a new one that goes when the stage closes.
 */
export const openStage = async (variables: Record<string, string> = {}, kept?: string): Promise<Stage> => {
  if (kept) await mkdir(kept, { recursive: true })
  const dataDir = kept ?? (await passingFolder())
  // The database server may run under another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const log = pino({ level: 'silent' }) as unknown as Deps['log']
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
  await migrateDatabase(server.url)
  const port = await freePort()
  const environment = {
    RECADO_MODE: 'production',
    APP_SECRET: 'a secret of the bench, thirty-two long',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    WHATSAPP_APP_ID: '900100200300400',
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: 'verify-token-of-the-bench',
    ...variables,
  }
  const config = readConfig(environment)
  const { deps, close } = await createDeps({ config, databaseUrl: server.url, dataDir, shared: false, log })
  return {
    dataDir,
    port,
    environment,
    deps,
    close: async () => {
      // A figure that failed has not stopped what it started.
      stopProducts()
      await close()
      await server.stop()
      if (kept) return
      await rm(dataDir, { recursive: true, force: true })
      folders.delete(dataDir)
    },
  }
}
