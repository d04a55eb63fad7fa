import { Refused } from './refused.ts'

/** What a workbook may come to once it is unpacked, in bytes. */
const MOST_UNPACKED = 1024 ** 3
/** What is one part of it, such as its texts, which are held in memory. */
const MOST_TEXTS = 256 * 1024 ** 2
const MOST_PARTS = 10_000
const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
/** The end may be followed by a comment of so many bytes. */
const LONGEST_TAIL = 65_557

const endOf = (view: DataView): number => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - LONGEST_TAIL); at--)
    if (view.getUint32(at, true) === END_MARK) return at
  throw new Refused('file_broken')
}

/**
 * Reads what a zip says of its parts before anything is unpacked; unpacking more than it says is an error of its own.
 * Throws `Refused` for bombs and for what is no workbook.
 */
export const assertHarmlessZip = (bytes: Uint8Array): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const parts = view.getUint16(end + 10, true)
  if (parts > MOST_PARTS) throw new Refused('file_bomb')
  let at = view.getUint32(end + 16, true)
  let unpacked = 0
  let isWorkbook = false
  for (let n = 0; n < parts; n++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY_MARK) throw new Refused('file_broken')
    const size = view.getUint32(at + 24, true)
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    unpacked += size
    isWorkbook ||= /^xl\/workbook\d*\.xml$/.test(name)
    if (unpacked > MOST_UNPACKED || (/sharedstrings/i.test(name) && size > MOST_TEXTS)) throw new Refused('file_bomb')
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (!isWorkbook) throw new Refused('file_type')
}
