import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromReader, ToReader } from './read-file.ts'
import { Refused } from './refused.ts'
import type { Wish } from './tables.ts'
import { writeRows } from './write-rows.ts'

// What runs in the thread: it asks for a file piece by piece, and hands out its rows in the same way.

const port = parentPort
if (!port) throw new Error('This runs in a thread')

const ask = async (message: FromReader): Promise<ToReader> => {
  const answer = once(port, 'message')
  port.postMessage(message)
  const [said] = await answer
  return said
}
const say = (message: FromReader) => port.postMessage(message)

async function* source(): AsyncGenerator<Uint8Array> {
  for (let wants: 'start' | 'bytes' = 'start'; ; wants = 'bytes') {
    const answer = await ask({ wants })
    if (answer === 'more' || answer.bytes === null) return
    yield answer.bytes
  }
}

try {
  const wish = workerData as Wish
  say({ read: await writeRows(source, wish, async (piece) => void (await ask({ piece }))) })
} catch (error) {
  const name = error instanceof Error ? error.name : ''
  if (error instanceof Refused) say({ refused: error.code })
  else if (name === 'EncryptedFileError') say({ refused: 'file_old_or_locked' })
  else if (['ParseError', 'ZipError', 'XmlError', 'RangeError', 'TypeError'].includes(name))
    say({ refused: 'file_broken' })
  else throw error
}
port.close()
