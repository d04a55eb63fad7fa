import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandboxClient, type SandboxClient } from '@recado/sandbox'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactIdentities, contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { newId } from '#server/lib/ids.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '../factories.ts'
import { lastingPort, type Running, startSandboxProcess } from '../product-process.ts'
import { insist } from './insist.ts'
import { type Installation, install } from './installation.ts'

// Kill -9 in the middle of messages coming in and going out. What was acknowledged is there once; what was to be sent
// reached the stand-in once, or its fate is unknown and said to be so: it is never sent twice.

const ROUNDS = 10
const EACH_ROUND = 100
/** Rounds in which the database is killed too. */
const KILLS_DATABASE = new Set([2, 5, 8])
/** Rounds in which the worker process alone is killed, and comes back without a restart. */
const KILLS_WORKER = new Set([1, 4, 7])
const numbers = ['710000000000001', '710000000000002', '710000000000003', '710000000000004']
const wabaOf = (n: number) => String(910_000_000_000_000 + n)
const accessToken = `EAA${'c'.repeat(80)}`
const secrets = { appSecret: 'app-secret-of-the-crash', verifyToken: 'verify-token-of-the-crash' }

let sandbox: SandboxClient
let sandboxProcess: Running
let product: Installation
let cookie: string
let talks: string[] = []

const fill = () =>
  product.withDeps(async (deps) => {
    const { db } = deps.database
    const company = await createCompany(deps)
    const user = await createUser(deps)
    await addMember(deps, company.id, user.id)
    const found: string[] = []
    for (const [n, phoneNumberId] of numbers.entries()) {
      const wabaId = wabaOf(n)
      const { channel } = await createChannel(deps, company.id, {
        phoneNumberId,
        wabaId,
        accessToken,
        throughput: 1000,
      })
      for (let i = 0; i < 25; i++) {
        const phone = `55819${80_000_000 + n * 1000 + i}`
        const keys = { companyId: company.id, id: newId() }
        const identity = { companyId: company.id, id: newId(), contactId: keys.id, scope: wabaId, phone, waId: phone }
        const conversation = { companyId: company.id, id: newId(), channelId: channel.id, contactId: keys.id }
        const windowExpiresAt = new Date(Date.now() + 3_600_000)
        await db.insert(contacts).values({ ...keys, phone })
        await db.insert(contactIdentities).values(identity)
        await db.insert(conversations).values({ ...conversation, identityId: identity.id, windowExpiresAt })
        found.push(conversation.id)
      }
    }
    return { talks: found, ...(await signIn(deps, user.id, company.id)) }
  })

beforeAll(async () => {
  const [port, smtpPort] = [await lastingPort(), await lastingPort()]
  const variables = {
    WHATSAPP_GRAPH_URL: `http://127.0.0.1:${port}`,
    WHATSAPP_APP_ID: '900100200300400',
    WHATSAPP_APP_SECRET: secrets.appSecret,
    WHATSAPP_VERIFY_TOKEN: secrets.verifyToken,
  }
  product = await install(variables)
  sandboxProcess = await startSandboxProcess({
    ...secrets,
    port,
    smtpPort,
    accessToken,
    callbackUrl: `${product.url}/webhooks/whatsapp`,
    accounts: numbers.map((id, n) => ({
      id: wabaOf(n),
      subscribed: true,
      phoneNumbers: [{ id, displayPhoneNumber: `+55 81 3030-404${n}` }],
    })),
    statusDelaysMs: { sent: 50, delivered: 200, read: 400 },
    redelivery: { firstMs: 200, maxMs: 1000 },
    faults: { latencyMs: 100, messagesPerSecond: 0, pairLimit: false, tierLimit: false, windowCheck: false },
  })
  sandbox = createSandboxClient(`http://127.0.0.1:${port}`)
  const filled = await fill()
  cookie = filled.cookie
  talks = filled.talks
})

afterAll(async () => {
  await sandboxProcess.stop()
  await product.close()
})

const post = async (path: string, body: object): Promise<number> => {
  try {
    const answer = await request(`${product.url}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.body.dump()
    return answer.statusCode
  } catch {
    return 0
  }
}

/** As a browser does: the same message with the same key, again until it was accepted. */
const write = (index: number) => {
  const path = `/api/v1/conversations/${talks[index % talks.length]}/messages`
  const message = { type: 'text', clientKey: `crash-message-${index}`, body: `Message ${index}` }
  return insist(`message ${index}`, () => post(path, message))
}

const customersWrite = async (round: number): Promise<string[]> => {
  const bursts = await Promise.all(
    numbers.map((phoneNumberId, n) =>
      sandbox.burst({
        phoneNumberId,
        count: EACH_ROUND / numbers.length,
        customers: 5,
        from: `55819${80_000_000 + n * 1000 + (round % 4) * 5}`,
        text: `Round ${round}`,
      }),
    ),
  )
  return bursts.flatMap((burst) => burst.wamids)
}

/** Waits until some messages of the round have been called at Meta, and not all. */
const untilAmid = async (round: number) => {
  const enough = round * EACH_ROUND + randomInt(1, EACH_ROUND * 0.6)
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
    if ((await sandbox.log()).total >= enough) return
  }
}

type Sent = { id: string; status: string; body: string }
const sentMessages = () => product.query<Sent>("select id, status, body from messages where direction = 'out'")

/** Waits until every webhook has been taken, and what was called at Meta has got its statuses. */
const untilQuiet = async () => {
  let left: object | undefined
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(300)) {
    const { outbox } = (await sandbox.state()) as { outbox: { waiting: number } }
    const [rows] = await product.query<{ bodies: number; sends: number }>(
      `select (select count(*)::int from webhook_events where state = 0) as bodies,
        (select count(*)::int from outbound_sends where state in (0, 1)) as sends`,
    )
    left = { webhooks: outbox.waiting, ...rows }
    if (outbox.waiting === 0 && rows?.bodies === 0 && rows.sends === 0) return
  }
  throw new Error(`${JSON.stringify(left)} did not come to rest:\n${product.product().output()}`)
}

const isSettled = (status: string) => ['sent', 'delivered', 'read'].includes(status)

it(`loses nothing and sends nothing twice when it is killed ${ROUNDS} times in the middle`, {
  timeout: 1_800_000,
}, async () => {
  const received: string[] = []
  const writing: Promise<void>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < EACH_ROUND; i++) {
      const written = write(round * EACH_ROUND + i)
      written.catch(() => undefined)
      writing.push(written)
    }
    received.push(...(await customersWrite(round)))
    await untilAmid(round)
    if (KILLS_WORKER.has(round)) product.killWorker()
    else {
      await product.kill(KILLS_DATABASE.has(round))
      await product.restart()
    }
  }
  await Promise.all(writing)
  await untilQuiet()

  const stored = await product.query<{ wamid: string }>("select wamid from messages where direction = 'in'")
  expect(stored.map((row) => row.wamid).toSorted()).toEqual(received.toSorted())
  expect(stored).toHaveLength(ROUNDS * EACH_ROUND)

  const log = await sandbox.log()
  const sent = await sentMessages()
  expect(sent).toHaveLength(ROUNDS * EACH_ROUND)
  expect(new Set(sent.map((message) => message.body)).size).toBe(ROUNDS * EACH_ROUND)
  expect(log.repeated).toEqual([])
  expect(Object.keys(log.received).filter((id) => !sent.some((message) => message.id === id))).toEqual([])
  const reached = sent.filter((message) => log.received[message.id] === 1)
  expect(reached.filter((message) => !isSettled(message.status))).toEqual([])
  // Claimed, and killed before the call: no one can know that from here, so it waits for a person.
  const unknown = sent.filter((message) => log.received[message.id] === undefined)
  expect(unknown.filter((message) => message.status !== 'unknown')).toEqual([])
  expect(reached.length).toBeGreaterThan(sent.length / 2)
})
