import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#server/http/app-error.ts'
import type { PdfHead, PdfLine } from './write-pdf.ts'

export type ToWorker = PdfLine[] | 'end'
export type FromWorker = { bytes: Uint8Array } | { done: true }

const AT_ONCE = 50
const limits = { memoryMegabytes: 256, silentSeconds: 60 }

async function* batchesOf(lines: AsyncIterable<PdfLine>): AsyncGenerator<PdfLine[]> {
  let batch: PdfLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** What a thread says, one by one. Throws `export_too_complex` when it is silent for too long or takes too much memory. */
const listenTo = (worker: Worker, silentSeconds: number) => {
  const late = new AbortController()
  const messages = on(worker, 'message', { signal: late.signal }) as AsyncIterableIterator<[FromWorker]>
  return async (): Promise<FromWorker> => {
    const timer = setTimeout(() => late.abort(), silentSeconds * 1000)
    try {
      const { value } = await messages.next()
      return value[0]
    } catch (error) {
      if (late.signal.aborted || isOutOfMemory(error)) throw new AppError('export_too_complex', { cause: error })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * A document as a PDF, written in a thread of its own, because setting text holds up everything else for as long as it
 * takes. Throws `export_too_complex` when a few lines take too much time or the document too much memory.
 */
export async function* pdfChunks(
  head: PdfHead,
  lines: AsyncIterable<PdfLine>,
  { memoryMegabytes, silentSeconds } = limits,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  })
  const next = listenTo(worker, silentSeconds)
  async function* bytesAfter(message: ToWorker) {
    worker.postMessage(message)
    for (let said = await next(); 'bytes' in said; said = await next()) yield said.bytes
  }
  try {
    for await (const batch of batchesOf(lines)) yield* bytesAfter(batch)
    yield* bytesAfter('end')
  } finally {
    await worker.terminate()
  }
}
