import { join } from 'node:path'
import { freePort } from './lib/free-port.ts'
import { root, serverProgram, viteProgram } from './lib/paths.ts'
import { start } from './lib/run.ts'

// Vite on PORT (5000) with hot reload, the server behind it, restarted by Node when a file it loaded changes.

const webPort = process.env['PORT'] ?? '5000'
const apiPort = process.env['API_PORT'] ?? String(await freePort())
const publicUrl = process.env['PUBLIC_URL'] ?? `http://localhost:${webPort}`

const server = start(
  process.execPath,
  ['--watch', '--watch-preserve-output', serverProgram, ...process.argv.slice(2)],
  {
    env: { ...process.env, PORT: apiPort, PUBLIC_URL: publicUrl },
  },
)
const web = start(process.execPath, [viteProgram, '--port', webPort, '--strictPort', '--clearScreen', 'false'], {
  cwd: join(root, 'apps/web'),
  env: { ...process.env, API_URL: `http://127.0.0.1:${apiPort}` },
})

const first = await Promise.race([server.ended, web.ended])
server.child.kill('SIGTERM')
web.child.kill('SIGTERM')
await Promise.all([server.ended, web.ended])
process.exitCode = first === 143 ? 0 : first
