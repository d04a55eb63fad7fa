import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRunning } from './postmaster.ts'
import { isDefunct } from './process.ts'

it('does not take a killed server for a running one while its parent has not reaped it', async () => {
  const cluster = mkdtempSync(join(tmpdir(), 'recado-defunct-'))
  // The shell becomes a program that never asks how its child ended.
  const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 20'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))))
    await expect.poll(() => isDefunct(pid)).toBe(true)
    const file = join(cluster, 'postmaster.pid')
    writeFileSync(file, `${pid}\n${cluster}\n1795000000\n5433\n\n127.0.0.1\n\nready\n`)
    expect(await findRunning(cluster)).toBeNull()
    expect(existsSync(file)).toBe(false)
  } finally {
    parent.kill('SIGKILL')
    rmSync(cluster, { recursive: true })
  }
})
