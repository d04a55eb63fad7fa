import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './pdf-thread.ts'
import { openPdf, type PdfHead } from './write-pdf.ts'

// What runs in the thread: it writes the lines it is given and hands out the bytes of the document as they come.

const say = (message: FromWorker) => parentPort?.postMessage(message)
const { stream, line, end } = openPdf(workerData as PdfHead)

stream.on('data', (bytes: Buffer) => say({ bytes }))
stream.on('end', () => say({ done: true }))
parentPort?.on('message', (message: ToWorker) => {
  if (message === 'end') return end()
  for (const one of message) line(one)
  say({ done: true })
})
