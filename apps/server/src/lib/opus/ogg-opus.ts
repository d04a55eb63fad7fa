const HEAD = Buffer.from('OpusHead')
const SAMPLES_A_MILLISECOND = 48

/** What the header of an Opus stream says; null for anything else (RFC 7845 §5.1). */
export const opusHeadOf = (bytes: Buffer): { channels: number; preSkip: number } | null =>
  bytes.length >= 19 && bytes.subarray(0, 8).equals(HEAD)
    ? { channels: bytes.readUInt8(9), preSkip: bytes.readUInt16LE(10) }
    : null

/** The Opus header of an Ogg file, which stands in its first page; null when it is not Opus. */
export const oggOpusHeadOf = (file: Buffer) => {
  if (file.length < 28 || file.toString('latin1', 0, 4) !== 'OggS') return null
  return opusHeadOf(file.subarray(27 + file.readUInt8(26)))
}

const frameMilliseconds = (config: number): number => {
  if (config < 12) return [10, 20, 40, 60][config & 3] ?? 20
  if (config < 16) return [10, 20][config & 1] ?? 20
  return [2.5, 5, 10, 20][config & 3] ?? 20
}

/** Samples of a packet at 48 kHz, as its first bytes tell (RFC 6716 §3.1). */
export const packetSamples = (packet: Buffer): number => {
  const toc = packet[0] ?? 0
  const code = toc & 3
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2
  return frames * frameMilliseconds(toc >> 3) * SAMPLES_A_MILLISECOND
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

const crcOf = (bytes: Buffer): number => {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  return crc
}

const lacing = (packet: Buffer): number[] => [
  ...new Array<number>(Math.floor(packet.length / 255)).fill(255),
  packet.length % 255,
]

type Page = { packets: readonly Buffer[]; granule: number; sequence: number; flags: number }

const SERIAL = 0x5ec0ad0

const pageOf = ({ packets, granule, sequence, flags }: Page): Buffer => {
  const segments = packets.flatMap(lacing)
  const header = Buffer.alloc(27 + segments.length)
  header.write('OggS', 0, 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(BigInt(Math.round(granule)), 6)
  header.writeUInt32LE(SERIAL, 14)
  header.writeUInt32LE(sequence, 18)
  header.writeUInt8(segments.length, 26)
  header.set(segments, 27)
  const page = Buffer.concat([header, ...packets])
  page.writeUInt32LE(crcOf(page), 22)
  return page
}

const tags = (): Buffer => {
  const vendor = Buffer.from('Recado')
  const bytes = Buffer.alloc(8 + 4 + vendor.length + 4)
  bytes.write('OpusTags', 0, 'latin1')
  bytes.writeUInt32LE(vendor.length, 8)
  bytes.set(vendor, 12)
  return bytes
}

const MOST_SEGMENTS = 255
const PAGE_SAMPLES = 1000 * SAMPLES_A_MILLISECOND

/** An Ogg file with one Opus stream: its header and its packets in order (RFC 7845). A page holds up to a second. */
export const oggOpusFile = (head: Buffer, packets: readonly Buffer[]): Buffer => {
  const pages = [
    pageOf({ packets: [head], granule: 0, sequence: 0, flags: 2 }),
    pageOf({ packets: [tags()], granule: 0, sequence: 1, flags: 0 }),
  ]
  let granule = 0
  let held: Buffer[] = []
  let heldSegments = 0
  let heldSamples = 0
  const flush = (flags: number) => {
    pages.push(pageOf({ packets: held, granule, sequence: pages.length, flags }))
    held = []
    heldSegments = 0
    heldSamples = 0
  }
  for (const packet of packets) {
    const segments = lacing(packet).length
    if (held.length > 0 && (heldSegments + segments > MOST_SEGMENTS || heldSamples >= PAGE_SAMPLES)) flush(0)
    held.push(packet)
    heldSegments += segments
    const samples = packetSamples(packet)
    heldSamples += samples
    granule += samples
  }
  flush(4)
  return Buffer.concat(pages)
}
