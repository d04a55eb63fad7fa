import { Redis } from 'ioredis'
import pg from 'pg'
import type { BusDriverFactory, BusMessage } from './bus.ts'

const CHANNEL = 'recado_bus'
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const NOTIFY_BYTES = 7_500

type Envelope = { from: string; batch: BusMessage[] }

const halves = <T>(list: T[]): [T[], T[]] => {
  const half = Math.ceil(list.length / 2)
  return [list.slice(0, half), list.slice(half)]
}

/** Splits a message that is too large, where it is a list of independent ones. */
const splitMessage = (message: BusMessage | undefined): BusMessage[] => {
  if (message?.[0] !== 'notifications.feed') return []
  const { changes } = message[1]
  const [only] = changes
  if (only && changes.length === 1) {
    const received = only.received ?? []
    return received.length < 2
      ? []
      : halves(received).map((part) => ['notifications.feed', { changes: [{ ...only, received: part }] }])
  }
  return halves(changes).map((part) => ['notifications.feed', { changes: part }])
}

/** Texts that fit; one message that cannot be made to is left out. */
const split = (from: string, batch: BusMessage[]): string[] => {
  const text = JSON.stringify({ from, batch } satisfies Envelope)
  if (Buffer.byteLength(text) <= NOTIFY_BYTES) return [text]
  const parts = batch.length > 1 ? halves(batch) : splitMessage(batch[0]).map((message) => [message])
  return parts.flatMap((part) => split(from, part))
}

/** Between processes by `pg_notify`, in batches outside of any transaction; its own connection listens. */
export const postgresDriver =
  (url: string, pool: pg.Pool, processId: string): BusDriverFactory =>
  async (deliver, gap) => {
    let client: pg.Client
    let closed = false
    const listen = async () => {
      client = new pg.Client({ connectionString: url, keepAlive: true })
      client.on('notification', (message) => {
        const envelope = JSON.parse(message.payload ?? '{}') as Envelope
        if (envelope.from !== processId) deliver(envelope.batch)
      })
      client.on('error', () => void reconnect())
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    }
    const reconnect = async () => {
      if (closed) return
      // The connection is lost either way; a new one is opened below.
      await client.end().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await listen().then(gap, () => void reconnect())
    }
    await listen()
    return {
      send: async (batch) => {
        await pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [
          CHANNEL,
          split(processId, batch),
        ])
      },
      close: async () => {
        closed = true
        await client.end()
      },
    }
  }

/**
 * Between processes by Redis pub/sub, in batches. As with PostgreSQL, only those that share a database hear each other;
 * `databaseUrl` says which.
 */
export const redisDriver =
  (url: string, databaseUrl: string, processId: string): BusDriverFactory =>
  async (deliver, gap) => {
    const channel = `${CHANNEL}:${new URL(databaseUrl).pathname.slice(1)}`
    const publisher = new Redis(url, {
      maxRetriesPerRequest: 1,
      lazyConnect: true,
    })
    const subscriber = new Redis(url, { lazyConnect: true })
    // Both clients reconnect by themselves. A failed publish rejects, and `gap` runs once the subscriber is back.
    publisher.on('error', () => undefined)
    subscriber.on('error', () => undefined)
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(channel)
    subscriber.on('message', (_channel, text) => {
      const envelope = JSON.parse(text) as Envelope
      if (envelope.from !== processId) deliver(envelope.batch)
    })
    subscriber.on('ready', gap)
    return {
      send: async (batch) =>
        void (await publisher.publish(channel, JSON.stringify({ from: processId, batch } satisfies Envelope))),
      close: async () => {
        publisher.disconnect()
        subscriber.disconnect()
      },
    }
  }
