import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refused } from './refused.ts'
import type { Wish } from './tables.ts'
import type { Read } from './write-rows.ts'

export type ToReader = { bytes: Uint8Array; wish: Wish }
export type FromReader = { piece: Uint8Array } | { read: Read } | { refused: string }

/** A file whose parts take longer or more memory than this is not read. */
const limits = { memoryMegabytes: 768, silentSeconds: 90 }

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

let running: Promise<unknown> = Promise.resolve()

/** One file after the other, as each may take much memory. */
const inTurn = async (): Promise<() => void> => {
  const before = running
  let release = () => {}
  running = new Promise<void>((resolve) => {
    release = resolve
  })
  await before
  return release
}

/**
 * Pieces of the rows of a file, read in a thread of its own, because taking files apart holds up everything else;
 * answers at its end how it was read. Throws `Refused`.
 */
export async function* readFile(bytes: Uint8Array, wish: Wish): AsyncGenerator<Uint8Array, Read> {
  const done = await inTurn()
  const late = new AbortController()
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: { bytes, wish } satisfies ToReader,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes },
  })
  const messages = on(worker, 'message', { signal: late.signal }) as AsyncIterableIterator<[FromReader]>
  const next = async (): Promise<FromReader> => {
    const timer = setTimeout(() => late.abort(), limits.silentSeconds * 1000)
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
  try {
    for (;;) {
      const said = await next()
      if ('refused' in said) throw new Refused(said.refused)
      if ('read' in said) return said.read
      yield said.piece
      worker.postMessage('more')
    }
  } finally {
    await worker.terminate()
    done()
  }
}
