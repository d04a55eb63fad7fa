import { precompress } from '../precompress.ts'
import { type Build, ensureBuilt, runProgram } from './builds.ts'
import { ensureInboxBuild } from './inbox-build.ts'
import { viteProgram } from './paths.ts'

const web: Build = {
  name: 'the web app',
  folder: 'apps/web',
  sources: [
    'apps/web',
    'packages/contracts',
    'packages/inbox/src',
    'packages/inbox/package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ],
  run: async (folder, dist) => {
    await runProgram(folder, viteProgram, ['build', '--logLevel', 'warn'])
    await precompress(dist)
  },
}

/** Builds and precompresses what the server gives to browsers, the web app and the inbox, as far as sources changed. */
export async function ensureWebBuild(say: (text: string) => void) {
  await ensureBuilt(web, say)
  await ensureInboxBuild(say)
}
