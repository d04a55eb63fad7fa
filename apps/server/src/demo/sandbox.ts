import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import type { Config } from '#server/config.ts'
import { demoAccounts, spareNumbers } from './content.ts'

const sandboxMain = fileURLToPath(new URL('../../../../packages/sandbox/src/main.ts', import.meta.url))

/** Secrets shared by the product and its sandbox, created once per installation. */
export type DemoSecrets = { appId: string; appSecret: string; verifyToken: string; accessToken: string }

/** The stand-ins for WhatsApp and mail, in a process of their own. */
export type DemoSandbox = {
  /** The configuration with the sandbox's addresses in place of the real services'. */
  config: Config
  secrets: DemoSecrets
  /** The address that the product calls. */
  url: string
  /** The address that browsers use. */
  publicUrl: string
  productUrl: string
  webhookUrl: string
  /** Resolves once the sandbox answers; rejects with an error that is meant to be shown when it does not. */
  ready: Promise<void>
  stop: () => Promise<void>
}

const readSecrets = async (dataDir: string): Promise<DemoSecrets> => {
  const path = join(dataDir, 'demo-secrets.json')
  try {
    return JSON.parse(await readFile(path, 'utf8')) as DemoSecrets
  } catch {
    const secrets: DemoSecrets = {
      appId: '900100200300400',
      appSecret: randomBytes(16).toString('hex'),
      verifyToken: randomBytes(12).toString('hex'),
      accessToken: `EAAsandbox${randomBytes(40).toString('hex')}`,
    }
    await writeFile(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    return secrets
  }
}

const isUp = async (url: string): Promise<boolean> => {
  try {
    const answer = await request(url, { headersTimeout: 1000, bodyTimeout: 1000 })
    await answer.body.dump()
    return answer.statusCode < 500
  } catch {
    return false
  }
}

const launch = (config: object): ChildProcess =>
  spawn(process.execPath, [sandboxMain], {
    env: {
      SANDBOX_CONFIG: JSON.stringify(config),
      SANDBOX_PARENT_PID: String(process.pid),
      NODE_COMPILE_CACHE: getCompileCacheDir(),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })

const whenUp = async (child: ChildProcess, url: string): Promise<void> => {
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for (let tries = 0; tries < 750; tries++) {
    if (await isUp(url)) return
    const code = await Promise.race([exited, sleep(20, 'running' as const)])
    if (code !== 'running')
      throw new Error(`The sandbox ended with code ${code}; is ${url} in use? SANDBOX_PORT chooses another port.`)
  }
  child.kill()
  throw new Error(`The sandbox did not answer on ${url}`)
}

const stopChild = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  if ((await Promise.race([ended, sleep(5000, 'late' as const)])) === 'late') child.kill('SIGKILL')
}

/**
 * Launches the sandbox and points the configuration at it, without waiting until it answers. Only the loopback
 * configuration of demo mode gets here.
 */
export const launchSandbox = async (given: Config, dataDir: string): Promise<DemoSandbox> => {
  const secrets = await readSecrets(dataDir)
  const port = given.SANDBOX_PORT ?? given.PORT + 1
  const url = `http://127.0.0.1:${port}`
  const publicUrl = `http://localhost:${port}`
  const smtpPort = port + 1
  const productUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`
  const webhookUrl = `http://127.0.0.1:${given.PORT}/webhooks/whatsapp`
  const config: Config = {
    ...given,
    WHATSAPP_GRAPH_URL: url,
    WHATSAPP_APP_ID: secrets.appId,
    WHATSAPP_APP_SECRET: secrets.appSecret,
    WHATSAPP_SDK_URL: `${publicUrl}/signup/sdk.js`,
    WHATSAPP_SIGNUP_CONFIG_ID: '700000000000001',
    WHATSAPP_COEXISTENCE_CONFIG_ID: '700000000000002',
    WHATSAPP_VERIFY_TOKEN: secrets.verifyToken,
    WHATSAPP_MEDIA_HOSTS: ['127.0.0.1', 'localhost'],
    OUTBOUND_PRIVATE_HOSTS: ['127.0.0.1', 'localhost', ...given.OUTBOUND_PRIVATE_HOSTS],
    SANDBOX: { url: publicUrl, accessToken: secrets.accessToken, spareNumbers },
    SMTP_URL: given.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}`,
  }
  await rm(join(dataDir, 'demo.json'), { force: true })
  const child = launch({
    host: '127.0.0.1',
    port,
    smtpPort,
    publicUrl: url,
    stateDir: join(dataDir, 'sandbox'),
    callbackUrl: webhookUrl,
    ...secrets,
    accounts: demoAccounts,
  })
  const ready = whenUp(child, url)
  // The caller awaits `ready` later and gets the error then; until that it is not an unhandled rejection.
  ready.catch(() => undefined)
  return { config, secrets, url, publicUrl, productUrl, webhookUrl, ready, stop: () => stopChild(child) }
}
