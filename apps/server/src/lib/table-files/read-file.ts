import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Refused } from './refused.ts'
import type { Wish } from './tables.ts'
import type { Read } from './write-rows.ts'

/** The file again from its beginning, its next piece, or the next rows are wanted. */
export type FromReader = { wants: 'start' | 'bytes' } | { piece: Uint8Array } | { read: Read } | { refused: string }
/** A piece of the file; null at its end. */
export type ToReader = { bytes: Uint8Array | null } | 'more'

/** A file whose parts take longer or more memory than this is not read. Rows are short-lived: they need little room. */
const limits = { memoryMegabytes: 768, rowMegabytes: 16, silentSeconds: 90, seconds: 300 }

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const queues = new Map<string, Promise<void>>()

const enter = async (queue: string): Promise<() => void> => {
  const before = queues.get(queue)
  let release = () => {}
  const mine = new Promise<void>((resolve) => {
    release = resolve
  })
  queues.set(queue, mine)
  await before
  return () => {
    if (queues.get(queue) === mine) queues.delete(queue)
    release()
  }
}

/** One file after the other, as each may take much memory; and one of a company, so that the others wait for no more. */
const inTurn = async (companyId: string): Promise<() => void> => {
  const leaveCompany = await enter(companyId)
  const leave = await enter('')
  return () => {
    leave()
    leaveCompany()
  }
}

/** What a thread says, one thing after the other. Throws `Refused` for a file that takes too long or too much memory. */
const hear = (worker: Worker) => {
  const late = new AbortController()
  const abort = () => late.abort()
  const whole = setTimeout(abort, limits.seconds * 1000)
  const messages = on(worker, 'message', { signal: late.signal }) as AsyncIterableIterator<[FromReader]>
  const next = async (): Promise<FromReader> => {
    const timer = setTimeout(abort, limits.silentSeconds * 1000)
    try {
      const { value } = await messages.next()
      return value[0]
    } catch (error) {
      if (late.signal.aborted || isOutOfMemory(error)) throw new Refused('file_too_complex')
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  return { next, stop: () => clearTimeout(whole) }
}

/** Hands the pieces of a file on as they are wanted. */
const handOut = (open: () => Readable) => {
  let pieces: AsyncIterator<Uint8Array> | null = null
  const stop = async () => void (await pieces?.return?.())
  return {
    stop,
    answer: async (wants: 'start' | 'bytes'): Promise<ToReader> => {
      if (wants === 'start' || !pieces) {
        await stop()
        pieces = open()[Symbol.asyncIterator]()
      }
      const { value, done } = await pieces.next()
      return { bytes: done ? null : value }
    },
  }
}

/**
 * Pieces of the rows of a file, read in a thread of its own, because taking files apart holds up everything else; it
 * gets the file piece by piece as well. Answers at its end how the file was read. Throws `Refused`.
 */
export async function* readFile(companyId: string, open: () => Readable, wish: Wish): AsyncGenerator<Uint8Array, Read> {
  const done = await inTurn(companyId)
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: wish,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes, maxYoungGenerationSizeMb: limits.rowMegabytes },
  })
  const tell = (message: ToReader) => worker.postMessage(message)
  const { next, stop } = hear(worker)
  const file = handOut(open)
  try {
    for (;;) {
      const said = await next()
      if ('wants' in said) tell(await file.answer(said.wants))
      else if ('refused' in said) throw new Refused(said.refused)
      else if ('read' in said) return said.read
      else {
        yield said.piece
        tell('more')
      }
    }
  } finally {
    stop()
    await file.stop()
    await worker.terminate()
    done()
  }
}
