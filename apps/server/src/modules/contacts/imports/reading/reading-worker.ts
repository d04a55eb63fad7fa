import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromReader, ToReader } from './read-file.ts'
import { Refused } from './refused.ts'

import { writeRows } from './write-rows.ts'

// What runs in the thread: it reads the file and hands out rows, a piece at a time, as they are asked for.

const { bytes, wish } = workerData as ToReader
const port = parentPort
if (!port) throw new Error('This runs in a thread')
const say = (message: FromReader) => port.postMessage(message)

try {
  const read = await writeRows(bytes, wish, async (piece) => {
    say({ piece })
    await once(port, 'message')
  })
  say({ read })
} catch (error) {
  const name = error instanceof Error ? error.name : ''
  if (error instanceof Refused) say({ refused: error.code })
  else if (name === 'EncryptedFileError') say({ refused: 'file_old_or_locked' })
  else if (['ParseError', 'ZipError', 'XmlError', 'RangeError', 'TypeError'].includes(name))
    say({ refused: 'file_broken' })
  else throw error
}
port.close()
