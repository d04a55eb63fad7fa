import { env } from 'node:process'
import { sandboxConfigSchema } from './config.ts'
import { startSandbox } from './sandbox.ts'

// biome-ignore lint/style/noProcessEnv: an own process takes its configuration from its environment
const configText = env.SANDBOX_CONFIG
if (configText === undefined) throw new Error('SANDBOX_CONFIG must hold the configuration as JSON')

const sandbox = await startSandbox(sandboxConfigSchema.parse(JSON.parse(configText)))
process.stdout.write(`${JSON.stringify({ ready: true, ...sandbox })}\n`)

let closing = false
const stop = async () => {
  if (closing) return
  closing = true
  await sandbox.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

// biome-ignore lint/style/noProcessEnv: as above
const parent = Number(env.SANDBOX_PARENT_PID)
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
if (Number.isInteger(parent) && parent > 0) {
  setInterval(() => {
    if (!isAlive(parent)) void stop()
  }, 1000).unref()
}
