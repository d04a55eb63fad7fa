import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '#server/lib/ids.ts'

export type StoredFile = { path: string; size: number; sha256: string }

export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
}

export type FileStore = {
  /** Writes a stream and answers its place, size in bytes and hex digest. Throws FileTooLarge past `maxBytes`; nothing stays then. */
  put: (source: Readable | Buffer, maxBytes: number) => Promise<StoredFile>
  read: (path: string, range?: { start: number; end: number }) => Readable
  size: (path: string) => Promise<number>
  remove: (path: string) => Promise<void>
  /** Bytes of the disk it lies on. */
  space: () => Promise<{ free: number; total: number }>
}

/** People's pictures and papers are for this process alone, whoever else has an account on the machine. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Files in a folder, spread over sub-folders; a file appears under its name only when it is whole. */
export const createFolderStore = (root: string): FileStore => {
  const full = (path: string) => {
    if (!/^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(path)) throw new Error('Not a path of this store')
    return join(root, path)
  }
  return {
    put: async (source, maxBytes) => {
      const id = newId()
      const path = `${id.slice(-2)}/${id}`
      const target = full(path)
      const partial = `${target}.part`
      await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE })
      const hash = createHash('sha256')
      let size = 0
      const measure = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          size += chunk.length
          hash.update(chunk)
          done(size > maxBytes ? new FileTooLarge(`larger than ${maxBytes} bytes`) : null, chunk)
        },
      })
      try {
        const readable = Buffer.isBuffer(source) ? Readable.from([source]) : source
        await pipeline(readable, measure, createWriteStream(partial, { flush: true, mode: FILE_MODE }))
        await rename(partial, target)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return { path, size, sha256: hash.digest('hex') }
    },
    read: (path, range) => createReadStream(full(path), range ?? {}),
    size: async (path) => (await stat(full(path))).size,
    remove: (path) => rm(full(path), { force: true }),
    space: async () => {
      await mkdir(root, { recursive: true, mode: FOLDER_MODE })
      const { bavail, blocks, bsize } = await statfs(root)
      return { free: bavail * bsize, total: blocks * bsize }
    },
  }
}
