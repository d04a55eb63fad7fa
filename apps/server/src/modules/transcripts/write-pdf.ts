import PDFDocument from 'pdfkit'
import { fontFaces, fontRuns } from '#server/lib/pdf/fonts.ts'
import { type Head, headLines, type TranscriptLine } from './lines.ts'

const size = { title: 15, meta: 8.5, text: 10 } as const
const ink = { text: '#1b1f23', dim: '#5c6670', note: '#8a6d00' } as const

type Document = InstanceType<typeof PDFDocument>

const write = (pdf: Document, text: string) => {
  const runs = fontRuns(text)
  for (const [index, run] of runs.entries()) pdf.font(run.font).text(run.text, { continued: index < runs.length - 1 })
}

/** A transcript as pages of a PDF, written as the lines come. Emoji and other scripts have faces of their own. */
export const writePdf = (head: Head, lines: AsyncIterable<TranscriptLine>): NodeJS.ReadableStream => {
  const pdf = new PDFDocument({ size: 'A4', margin: 50, info: { Title: headLines(head)[0] ?? '' } })
  const { faces, bold } = fontFaces()
  for (const { name, data } of [...faces, bold]) pdf.registerFont(name, data)
  const [title = '', ...meta] = headLines(head)
  pdf.fontSize(size.title).fillColor(ink.text)
  write(pdf, title)
  pdf.fontSize(size.meta).fillColor(ink.dim)
  for (const line of meta) write(pdf, line)
  const writeAll = async () => {
    for await (const line of lines) {
      pdf
        .moveDown(0.6)
        .fontSize(size.meta)
        .fillColor(line.kind === 'note' ? ink.note : ink.dim)
      write(pdf, `${line.time} · ${line.author}`)
      pdf.fontSize(size.text).fillColor(line.kind === 'event' ? ink.dim : ink.text)
      write(pdf, line.text === '' ? ' ' : line.text)
    }
    pdf.end()
  }
  writeAll().catch((error: unknown) => pdf.destroy(error instanceof Error ? error : new Error(String(error))))
  return pdf
}
