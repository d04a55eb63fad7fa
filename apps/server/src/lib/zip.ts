import type { Readable } from 'node:stream'
import { type ReadStreamOptions, ZipFile } from 'yazl'

export type ZipWriter = {
  /** The zip, which is read as it is written. */
  out: Readable
  addText: (name: string, text: string, mtime: Date) => void
  /** Opens a source when its turn comes. */
  addStream: (name: string, options: Partial<ReadStreamOptions>, open: () => NodeJS.ReadableStream) => void
  /** Nothing more comes. */
  end: () => void
  /** Ends the zip with an error. */
  fail: (error: unknown) => void
}

/** Writes a zip in constant memory. What cannot be read of its contents is an error of the zip, and so its reader's. */
export const createZip = (): ZipWriter => {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  zip.on('error', fail)
  return {
    out,
    addText: (name, text, mtime) => zip.addBuffer(Buffer.from(text), name, { mtime }),
    addStream: (name, options, open) =>
      zip.addReadStreamLazy(name, options, (done) => {
        try {
          done(null, open().once('error', fail))
        } catch (error) {
          fail(error)
        }
      }),
    end: () => zip.end(),
    fail,
  }
}
