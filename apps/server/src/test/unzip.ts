import { inflateRawSync } from 'node:zlib'

const DIRECTORY_END = 0x06054b50
const DEFLATED = 8

/** The files of a small zip archive as text, by their names (PKWARE's APPNOTE, 4.3). */
export const unzip = (zip: Buffer): Map<string, string> => {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== DIRECTORY_END) end--
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + size)
    const content = zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(bytes) : bytes
    files.set(name, content.toString('utf8'))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
