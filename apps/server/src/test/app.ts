import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Deps } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import { createTestDatabase, testDatabaseUrl, testRedisUrl } from './database.ts'

export type TestApp = { app: FastifyInstance; deps: Deps; close: () => Promise<void> }

/** Cheap hashing and quiet logs; `overrides` are variables of the environment. */
export const testConfig = (overrides: Record<string, string> = {}): Config =>
  readConfig({
    RECADO_MODE: 'test',
    APP_SECRET: 'a secret of thirty-two characters',
    PUBLIC_URL: 'http://localhost:5000',
    LOG_LEVEL: 'silent',
    ARGON2_MEMORY_KIB: '64',
    DATABASE_POOL: '16',
    WHATSAPP_APP_ID: '900100200300400',
    WHATSAPP_APP_SECRET: 'app-secret-of-the-tests',
    WHATSAPP_VERIFY_TOKEN: 'verify-token-of-the-tests',
    WHATSAPP_MEDIA_HOSTS: '127.0.0.1,localhost',
    OUTBOUND_PRIVATE_HOSTS: '127.0.0.1,localhost',
    ...(testRedisUrl() ? { REDIS_URL: testRedisUrl() } : {}),
    ...overrides,
  })

/** What a process shares, on the database of this test file and a folder of its own. No worker runs. */
export const createTestDeps = async (
  overrides: Record<string, string> = {},
  databaseUrl = testDatabaseUrl(),
): Promise<{ deps: Deps; close: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(inject('folder'), 'data-'))
  const config = testConfig(overrides)
  const { deps, close } = await createDeps({
    config,
    databaseUrl: await databaseUrl,
    dataDir,
    shared: false,
    log: pino({ level: config.LOG_LEVEL }) as unknown as Deps['log'],
  })
  return {
    deps,
    close: async () => {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const openApp = async (overrides: Record<string, string>, databaseUrl?: Promise<string>): Promise<TestApp> => {
  const { deps, close } = await createTestDeps(overrides, databaseUrl)
  const app = await buildApp(deps)
  return {
    app,
    deps,
    close: async () => {
      await app.close()
      await close()
    },
  }
}

/**
 * An application of this test file, on the database of the file: with other options, or for what others would notice,
 * such as a port, workers, settings of the installation and what counts across companies. `databaseUrl` names another
 * database, for what happens to the whole server of it.
 */
export const buildOwnApp = (overrides: Record<string, string> = {}, databaseUrl?: Promise<string>): Promise<TestApp> =>
  openApp(overrides, databaseUrl)

let shared: Promise<TestApp & { before: Deps }> | undefined

const openShared = async () => {
  const test = await openApp({}, createTestDatabase())
  return { ...test, before: { ...test.deps } }
}

/**
 * The whole application without a port, to be used with `app.inject`. The test files of a process share it and its
 * database: each makes companies and people of its own, and nothing is wiped. `close` puts back what a file changed of
 * its dependencies, such as the clock.
 */
export const buildTestApp = async (): Promise<TestApp> => {
  shared ??= openShared()
  const { app, deps, before } = await shared
  return { app, deps, close: async () => void Object.assign(deps, before) }
}
