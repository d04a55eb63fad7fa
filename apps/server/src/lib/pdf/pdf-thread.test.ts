import { expect, it } from 'vitest'
import { pdfChunks } from './pdf-thread.ts'
import type { PdfHead, PdfLine } from './write-pdf.ts'

const head: PdfHead = { title: 'Conversa: Ana', meta: ['Loja'] }
async function* lines(count: number): AsyncGenerator<PdfLine> {
  for (let n = 0; n < count; n++) yield { label: '10:00 · Ana', text: `linha ${n}`, tone: 'plain' }
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
