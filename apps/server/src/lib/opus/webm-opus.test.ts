import { describe, expect, test } from 'vitest'
import { oggOpusFile, oggOpusHeadOf, packetSamples } from './ogg-opus.ts'
import { readWebmOpus } from './webm-opus.ts'

const head = (channels: number) => {
  const bytes = Buffer.alloc(19)
  bytes.write('OpusHead', 0, 'latin1')
  bytes.set([1, channels, 0x38, 0x01], 8)
  return bytes
}
/** A packet of 20 ms (CELT, one frame) with as many bytes of sound. */
const packet = (fill: number, length = 40) => Buffer.concat([Buffer.from([0xf8]), Buffer.alloc(length, fill)])

const unknown = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
const element = (id: number[], content: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 | content.length)
  return Buffer.concat([Buffer.from(id), size, content])
}
const block = (content: Buffer, flags = 0x80) =>
  element([0xa3], Buffer.concat([Buffer.from([0x81, 0, 0, flags]), content]))
const track = (codec: string, channels: number) =>
  element(
    [0xae],
    Buffer.concat([
      element([0xd7], Buffer.from([1])),
      element([0x86], Buffer.from(codec)),
      element([0x63, 0xa2], head(channels)),
    ]),
  )

/** A file as a browser streams it: neither the segment nor the clusters know their size. */
const webm = (packets: Buffer[], tracks = [track('A_OPUS', 1)]) =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    Buffer.from([0x18, 0x53, 0x80, 0x67]),
    unknown,
    element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks)),
    Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
    unknown,
    element([0xe7], Buffer.from([0])),
    ...packets.map((content) => block(content)),
  ])

describe('a sound that a browser recorded', () => {
  const packets = [packet(1), packet(2), packet(3, 700)]

  test('gives its header and its packets in order', () => {
    const sound = readWebmOpus(webm(packets))
    expect(sound?.head).toEqual(head(1))
    expect(sound?.packets).toEqual(packets)
  })

  test('keeps what is whole of a file that was cut off', () => {
    const file = webm(packets)
    expect(readWebmOpus(file.subarray(0, file.length - 300))?.packets).toEqual(packets.slice(0, 2))
  })

  test('is not found in a film, in another codec, in nothing, or in noise', () => {
    expect(readWebmOpus(webm(packets, [track('A_OPUS', 1), track('V_VP8', 1)]))).toBeNull()
    expect(readWebmOpus(webm(packets, [track('A_VORBIS', 1)]))).toBeNull()
    expect(readWebmOpus(webm([]))).toBeNull()
    expect(readWebmOpus(Buffer.alloc(0))).toBeNull()
    expect(readWebmOpus(Buffer.alloc(500, 0xff))).toBeNull()
  })
})

describe('an Ogg file', () => {
  test('says its channels, its length and its packets', () => {
    const file = oggOpusFile(
      head(1),
      Array.from({ length: 120 }, (_, index) => packet(index)),
    )
    expect(oggOpusHeadOf(file)).toEqual({ channels: 1, preSkip: 0x138 })
    const last = file.lastIndexOf('OggS')
    expect(file.readUInt8(last + 5)).toBe(4)
    expect(Number(file.readBigUInt64LE(last + 6))).toBe(120 * 960)
    expect(file.toString('latin1').split('OggS')).toHaveLength(1 + 2 + 3)
  })

  test('has the checksum that Ogg asks for', () => {
    const page = oggOpusFile(head(1), [packet(7)]).subarray(0, 28 + 19)
    // Computed bit by bit over the page with its checksum at zero, as RFC 3533 §6 defines it.
    const zeroed = Buffer.from(page)
    zeroed.writeUInt32LE(0, 22)
    let crc = 0
    for (const byte of zeroed) {
      crc = (crc ^ (byte << 24)) >>> 0
      for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1) >>> 0
    }
    expect(page.readUInt32LE(22)).toBe(crc)
  })

  test('tells how long a packet sounds', () => {
    expect(packetSamples(Buffer.from([0xf8]))).toBe(960)
    expect(packetSamples(Buffer.from([0xf9]))).toBe(1920)
    expect(packetSamples(Buffer.from([0x0b, 3]))).toBe(3 * 960)
    expect(oggOpusHeadOf(Buffer.from('no sound at all, only a text of words'))).toBeNull()
  })
})
