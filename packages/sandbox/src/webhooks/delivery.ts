import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'
import type { World } from '../state/world.ts'

export type Delivery = { body: string; url: string; attempt: number }
export type DeliveryStats = { delivered: number; failed: number; dropped: number; waiting: number; attempts: number }

const maxWaiting = 50_000
const parallel = 16

const post = async (world: World, agent: Agent, delivery: Delivery): Promise<boolean> => {
  const bytes = Buffer.from(delivery.body)
  const signature = createHmac('sha256', world.config.appSecret).update(bytes).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  try {
    const answer = await request(delivery.url, {
      method: 'POST',
      headers,
      body: bytes,
      dispatcher: agent,
      headersTimeout: 20_000,
    })
    await answer.body.dump()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

/** Posts signed bodies, some at a time, and again after anything but a 200, with growing gaps. */
export const createDelivery = (world: World) => {
  const agent = new Agent({ connections: parallel, pipelining: 1, connect: { timeout: 5000 } })
  const queue: Delivery[] = []
  const timers = new Set<NodeJS.Timeout>()
  const stats: DeliveryStats = { delivered: 0, failed: 0, dropped: 0, waiting: 0, attempts: 0 }
  let running = 0
  let closed = false

  const later = (ms: number, delivery: Delivery): void => {
    stats.waiting += 1
    const timer = setTimeout(() => {
      timers.delete(timer)
      stats.waiting -= 1
      push(delivery)
    }, ms)
    timers.add(timer)
  }

  const attempt = async (delivery: Delivery): Promise<void> => {
    stats.attempts += 1
    if (await post(world, agent, delivery)) {
      stats.delivered += 1
      return
    }
    stats.failed += 1
    if (closed) return
    const { firstMs, maxMs } = world.config.redelivery
    later(Math.min(maxMs, firstMs * 2 ** delivery.attempt), { ...delivery, attempt: delivery.attempt + 1 })
  }

  const pump = (): void => {
    while (running < parallel && !closed) {
      const delivery = queue.shift()
      if (!delivery) return
      running += 1
      void attempt(delivery).finally(() => {
        running -= 1
        pump()
      })
    }
  }

  const push = (delivery: Delivery): void => {
    if (queue.length >= maxWaiting) {
      queue.shift()
      stats.dropped += 1
    }
    queue.push(delivery)
    pump()
  }

  const close = async (): Promise<void> => {
    closed = true
    for (const timer of timers) clearTimeout(timer)
    await agent.destroy()
  }

  return {
    push,
    later,
    drop: (): void => {
      stats.dropped += 1
    },
    close,
    stats: (): DeliveryStats => ({ ...stats, waiting: stats.waiting + queue.length + running }),
  }
}
