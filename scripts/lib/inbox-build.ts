import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { precompress } from '../precompress.ts'
import { type Build, ensureBuilt, runProgram } from './builds.ts'
import { typescriptProgram, viteProgram } from './paths.ts'

/** Declarations keep the endings of the sources, which not every consumer may import. */
function nameDeclarationsByScript(dist: string) {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const path = join(dist, name)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(\bfrom '|\bimport\(['"])(\.{1,2}\/[^'"]+)\.tsx?(['"])/g, '$1$2.js$3'))
  }
}

const inbox: Build = {
  name: 'the inbox',
  folder: 'packages/inbox',
  sources: [
    'packages/inbox/src',
    'packages/inbox/package.json',
    'packages/inbox/vite.config.ts',
    'packages/inbox/vite.embed.config.ts',
    'packages/inbox/tsconfig.json',
    'packages/inbox/tsconfig.types.json',
    'scripts/lib/inbox-build.ts',
    'package-lock.json',
    'tsconfig.base.json',
  ],
  run: async (folder, dist) => {
    rmSync(dist, { recursive: true, force: true })
    await runProgram(folder, viteProgram, ['build', '--config', 'vite.embed.config.ts', '--logLevel', 'warn'])
    await runProgram(folder, viteProgram, ['build', '--logLevel', 'warn'])
    await runProgram(folder, typescriptProgram, ['-p', 'tsconfig.types.json'])
    nameDeclarationsByScript(dist)
    await precompress(join(dist, 'embed'))
  },
}

/** Builds `packages/inbox/dist`: the package with its declarations, and the embed with what is precompressed of it. */
export const ensureInboxBuild = (say: (text: string) => void) => ensureBuilt(inbox, say)
