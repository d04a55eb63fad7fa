import type { ChatLoad, ChatResult, ChatTarget } from '../load/chat-load.ts'
import type { StandInStats } from '../load/stand-in.ts'
import type { StatusOptions } from '../load/status-sender.ts'
import { startHelper } from './child.ts'
import { databaseSeconds } from './memory.ts'
import { sleep } from './numbers.ts'
import { freePort } from './ports.ts'
import { startProduct } from './product.ts'
import { sampleDatabase } from './sample-database.ts'
import { openStage, type Stage } from './stage.ts'

export type SendingRun = {
  /** Fills the database; answers the conversations in which people chat meanwhile. */
  fill: (stage: Stage) => Promise<{ total: number; chat: ChatTarget[] }>
  statuses?: Omit<StatusOptions, 'port'>
  /** Messages a second that people write meanwhile. */
  chatPerSecond?: number
  profile?: string | null
  /** Ends the run before everything is sent, by what the stand-in has seen. */
  isDone?: (stats: StandInStats) => boolean
}
export type SendingResult = {
  stats: StandInStats
  chat: ChatResult | null
  /** Instant at which everything that was awaited had happened. */
  endAt: number
  /** Microseconds of processor time for each message, the start included. */
  cost: { product: number; database: number }
}

const settled = async (stage: Stage, total: number) => {
  const { rows } = await stage.deps.database.pool.query(
    "select count(*) as n from (select 1 from messages where direction = 'out' and status = 'read' limit $1) as t",
    [total],
  )
  return Number(rows[0]?.n) >= total
}

const LONGEST_MS = 180_000

/** Lets the product send what waits in its database to a stand-in that answers in 50 ms. */
export const runSending = async (run: SendingRun): Promise<SendingResult> => {
  const standIn = await startHelper('stand-in.ts')
  const port = await freePort()
  const statuses = run.statuses && { ...run.statuses, port }
  const graph = await standIn.call<{ port: number }>('start', { delayMs: 50, ...(statuses && { statuses }) })
  const stage = await openStage({ WHATSAPP_GRAPH_URL: `http://127.0.0.1:${graph.port}`, PORT: String(port) })
  stage.port = port
  try {
    const { total, chat } = await run.fill(stage)
    await stage.deps.database.pool.query('vacuum analyze')
    const idle = await databaseSeconds(stage.dataDir)
    const product = await startProduct(stage, run.profile ?? null)
    const sampled = run.profile ? sampleDatabase(stage.deps.database.pool, run.profile) : null
    const writers = run.chatPerSecond ? await startHelper('chat-load.ts') : null
    const load: ChatLoad = { port, targets: chat, perSecond: run.chatPerSecond ?? 0 }
    const chatting = writers?.call<ChatResult>('run', load)
    const deadline = Date.now() + LONGEST_MS
    let stats = await standIn.call<StandInStats>('stats')
    for (;;) {
      stats = await standIn.call<StandInStats>('stats')
      const all = run.isDone ? run.isDone(stats) : stats.total - stats.chat.count >= total
      if (all && (!statuses || (await settled(stage, total)))) break
      if (Date.now() > deadline) {
        const { rows } = await stage.deps.database.pool.query(
          "select status, count(*)::int as n from messages where direction = 'out' group by 1 order by 2 desc",
        )
        throw new Error(`${stats.total} of ${total} messages were sent in time: ${JSON.stringify(rows)}`)
      }
      await sleep(statuses ? 500 : 100)
    }
    const endAt = Date.now()
    await sampled?.stop()
    await writers?.call('stop')
    const result = { stats, chat: (await chatting) ?? null, endAt }
    const each = (seconds: number) => Math.round((seconds / stats.total) * 1e6)
    const cost = {
      product: each(await product.cpuSeconds()),
      database: each((await databaseSeconds(stage.dataDir)) - idle),
    }
    await writers?.stop()
    await product.stop()
    if (stats.repeated > 0) throw new Error(`${stats.repeated} messages were sent twice`)
    return { ...result, cost }
  } finally {
    await standIn.stop()
    await stage.close()
  }
}
