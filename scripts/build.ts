import { messageOf } from './lib/errors.ts'
import { ensureWebBuild } from './lib/web-build.ts'

try {
  await ensureWebBuild((text) => process.stderr.write(`${text}\n`))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
