const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  simpleBlock: 0xa3,
  block: 0xa1,
} as const

const parents: ReadonlySet<number> = new Set([ids.segment, ids.cluster, ids.blockGroup, ids.tracks, ids.trackEntry])

/** A number of variable length: how many bytes it takes stands in the zeros that its first byte begins with. */
const numberAt = (bytes: Buffer, at: number, keepMarker: boolean): { value: number; length: number } | null => {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  let value = keepMarker ? first : first & (0xff >> length)
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return { value, length }
}

type Track = { number: number; codec: string; head: Buffer | null }
export type WebmOpus = { head: Buffer; packets: Buffer[] }

const LACED = 0x06

const packetOf = (content: Buffer, track: number): Buffer | null => {
  const number = numberAt(content, 0, false)
  if (!number || number.value !== track || content.length < number.length + 4) return null
  if ((content[number.length + 2] ?? 0) & LACED) return null
  return content.subarray(number.length + 3)
}

const readTrack = (track: Track | undefined, id: number, content: Buffer): void => {
  if (!track) return
  if (id === ids.trackNumber) track.number = content.readUIntBE(0, Math.min(content.length, 6))
  if (id === ids.codecId) track.codec = content.toString('latin1')
  if (id === ids.codecPrivate) track.head = content
}

/**
 * The Opus stream of a WebM file as a browser records it: header and packets in order. Null for a file with a picture,
 * with several tracks, or with another codec (Matroska, RFC 9559). What was cut off at the end is left out.
 */
export const readWebmOpus = (file: Buffer): WebmOpus | null => {
  const tracks: Track[] = []
  const blocks: Buffer[] = []
  let at = 0
  while (at < file.length) {
    const id = numberAt(file, at, true)
    const size = id && numberAt(file, at + id.length, false)
    if (!id || !size) break
    const start = at + id.length + size.length
    if (parents.has(id.value)) {
      // Their parts follow one another: neither their own size, which a recorder may not know, nor their end matters.
      if (id.value === ids.trackEntry) tracks.push({ number: 0, codec: '', head: null })
      at = start
      continue
    }
    const end = start + size.value
    if (end > file.length) break
    const content = file.subarray(start, end)
    if (id.value === ids.simpleBlock || id.value === ids.block) blocks.push(content)
    else readTrack(tracks.at(-1), id.value, content)
    at = end
  }
  const [track] = tracks
  if (tracks.length !== 1 || !track?.head || track.codec !== 'A_OPUS') return null
  const packets = blocks.map((content) => packetOf(content, track.number))
  if (packets.length === 0 || packets.includes(null)) return null
  return { head: track.head, packets: packets.filter((packet) => packet !== null) }
}
