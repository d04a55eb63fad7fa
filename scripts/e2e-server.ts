import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findRunning, shutDown } from '../apps/server/src/db/embedded/postmaster.ts'
import { serverProgram } from './lib/paths.ts'
import { ensureWebBuild } from './lib/web-build.ts'

// The product as the browser tests use it: built, in demo mode, on an empty data folder.

const dataDir = process.env['DATA_DIR'] ?? ''
if (!/recado-e2e/.test(dataDir)) throw new Error('DATA_DIR must be a folder of the browser tests: it is emptied.')
const cluster = join(dataDir, 'postgres/cluster')
const leftover = existsSync(cluster) ? await findRunning(cluster) : null
if (leftover) await shutDown(leftover.pid)
rmSync(dataDir, { recursive: true, force: true })
await ensureWebBuild((text) => process.stderr.write(`${text}\n`))
await import(serverProgram)
