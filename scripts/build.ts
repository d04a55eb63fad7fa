import { ensureWebBuild } from './lib/web-build.ts'

try {
  await ensureWebBuild((text) => process.stderr.write(`${text}\n`))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
