import { expect, it } from 'vitest'
import type { Head, TranscriptLine } from './lines.ts'
import { pdfChunks } from './pdf-thread.ts'

const head: Head = {
  ...{ contact: 'Ana', channel: 'Loja', locale: 'pt', timezone: 'UTC', dateFormat: 'auto', timeFormat: 'auto' },
  at: new Date(0),
}
async function* lines(count: number): AsyncGenerator<TranscriptLine> {
  for (let n = 0; n < count; n++) yield { time: '10:00', author: 'Ana', text: `linha ${n}`, kind: 'in' }
}
const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

it('writes a document of many lines', async () => {
  const pdf = await bytesOf(pdfChunks(head, lines(501)))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1')).toMatch(/%%EOF\s*$/)
})

it.each([
  ['time', { memoryMegabytes: 256, silentSeconds: 0.001 }],
  ['memory', { memoryMegabytes: 8, silentSeconds: 600 }],
])('gives up on a document that takes too much %s, and goes on with the next', async (_, limits) => {
  await expect(bytesOf(pdfChunks(head, lines(20_000), limits))).rejects.toMatchObject({ code: 'export_too_complex' })
  expect((await bytesOf(pdfChunks(head, lines(1)))).length).toBeGreaterThan(0)
})
