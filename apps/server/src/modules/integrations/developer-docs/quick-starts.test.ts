import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/db/embedded/postmaster.ts'
import { type CampaignHome, campaignsOf } from '#server/test/campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

// The programs of the documentation as they stand, against a running product: what people copy works.

const folder = fileURLToPath(new URL('../../../../../../docs/developers/quick-starts', import.meta.url))
// biome-ignore lint/style/noProcessEnv: programs are found by its path, and continuous integration has all of them
const { CI, PATH = '' } = process.env
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined

const languages = [
  { name: 'cURL', file: 'curl.sh', program: 'bash' },
  { name: 'TypeScript', file: 'typescript.ts', program: process.execPath },
  { name: 'PHP', file: 'php.php', program: 'php' },
  { name: 'Python', file: 'python.py', program: 'python3' },
]
const receivers = [
  { name: 'TypeScript', program: process.execPath, argumentsAt: () => ['webhook.ts'] },
  { name: 'PHP', program: 'php', argumentsAt: (port: number) => ['-S', `127.0.0.1:${port}`, 'webhook.php'] },
  { name: 'Python', program: 'python3', argumentsAt: () => ['webhook.py'] },
]
// A machine of one's own may lack a language; continuous integration may not.
const runs = ({ program }: { program: string }) => Boolean(CI) || isThere(program)
for (const missing of languages.filter((one) => !runs(one)))
  process.stderr.write(
    `\nNOT TESTED: ${missing.file} and its webhook, as ${missing.program} is not installed here.\n\n`,
  )

describe('a quick start', () => {
  let world: WhatsappWorld
  let home: CampaignHome
  let environment: Record<string, string>
  let orders = 0

  beforeAll(async () => {
    world = await startWhatsappWorld()
    home = await campaignsOf(world).home()
    await campaignsOf(world).people(home, 5)
    const scopes = ['messages:send', 'messages:read', 'contacts:read']
    const key = { name: 'Quick start', scopes, addresses: [], expiresInDays: null }
    const { secret } = (await home.browser.post('/api/v1/api-keys', key)).json()
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    environment = { PATH, RECADO_URL: url, RECADO_KEY: secret, TEMPLATE: 'news', LIMIT: '2' }
  })
  afterAll(() => world.close())

  const run = async ({ program, file }: { program: string; file: string }, own: Record<string, string>) => {
    const options = { cwd: folder, env: { ...environment, ...own } }
    const { stdout } = await promisify(execFile)(program, [file], options)
    return stdout.trim().split('\n')
  }
  const messagesTo = async (phone: string) => {
    const { rows } = await world.deps.database.pool.query(
      `select m.id from messages m join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
       where m.company_id = $1 and ct.phone = $2`,
      [home.company.id, phone],
    )
    return rows.map(({ id }) => id)
  }

  test.each(languages.filter(runs))(
    'in $name sends a message once, and reads its status and the contacts',
    async (one) => {
      orders += 1
      const phone = `+35191200100${orders}`
      const own = { TO: phone, ORDER: `order-${one.name}` }
      const first = await run(one, own)
      const sent = await messagesTo(phone.slice(1))
      expect(first).toEqual([`sent ${sent[0]}`, 'status queued', `contacts ${5 + orders}`])
      expect(await run(one, own)).toEqual(first)
      expect(await messagesTo(phone.slice(1))).toEqual(sent)
    },
  )

  test.each(languages.filter(runs))('in $name ends with the code of a problem', async (one) => {
    const options = { cwd: folder, env: { ...environment, TO: '+351912001999', RECADO_KEY: 'rk_live_unknown' } }
    const child = spawn(one.program, [one.file], options)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).not.toBe(0)
    expect(said).toContain('unauthenticated')
  })
})

describe('a receiver of webhooks', () => {
  const started: ChildProcess[] = []
  afterEach(async () => {
    for (const child of started.splice(0)) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    }
  })

  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const body = JSON.stringify({ type: 'message.received', timestamp: '2026-11-28T12:00:00Z', data: { text: 'Olá 👋' } })
  const signed = (changes: { secret?: string; at?: Date } = {}) => {
    const at = changes.at ?? new Date()
    return {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(changes.secret ?? secret).sign('msg_1', at, body),
    }
  }

  test.each(receivers.filter(runs))('in $name takes what is signed, and nothing else', async (one) => {
    const port = await freePort()
    const env = { PATH, WEBHOOK_SECRET: secret, PORT: String(port) }
    const child = spawn(one.program, one.argumentsAt(port), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    started.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    const post = async (headers: Record<string, string>, sent = body): Promise<number> => {
      for (let tries = 0; ; tries++) {
        try {
          return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
        } catch (error) {
          if (tries > 300 || child.exitCode !== null) throw new Error(said, { cause: error })
          await sleep(50)
        }
      }
    }
    expect(await post(signed())).toBe(204)
    const other = `whsec_${randomBytes(24).toString('base64')}`
    const former = signed({ secret: other })
    expect(await post(former)).toBe(401)
    const rotated = {
      ...signed(),
      'webhook-signature': `${former['webhook-signature']} ${signed()['webhook-signature']}`,
    }
    expect(await post(rotated)).toBe(204)
    expect(await post(signed(), body.replace('Olá', 'Alô'))).toBe(401)
    expect(await post({ ...signed(), 'webhook-id': 'msg_2' })).toBe(401)
    expect(await post(signed({ at: new Date(Date.now() - 3_600_000) }))).toBe(401)
    const { 'webhook-signature': _, ...unsigned } = signed()
    expect(await post(unsigned)).toBe(401)
    await expect.poll(() => said).toMatch(/msg_1 message\.received[\s\S]*msg_1 message\.received/)
  })
})
