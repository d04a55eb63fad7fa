import PDFDocument from 'pdfkit'
import { fontFaces, fontRuns } from './fonts.ts'

/** What stands above a document. */
export type PdfHead = { title: string; meta: readonly string[] }
/** A text with what stands above it in small letters. */
export type PdfLine = { label: string; text: string; tone: 'plain' | 'dim' | 'note' }

const size = { title: 15, meta: 8.5, text: 10 } as const
const ink = { text: '#1b1f23', dim: '#5c6670', note: '#8a6d00' } as const

type Document = InstanceType<typeof PDFDocument>

/** Fits on a line in any face. What does not, pdfkit measures over and over: 65,536 letters took minutes. */
const LONGEST_WORD = 40

const piecesOf = (text: string): string[] => {
  const pieces: string[] = []
  let piece = ''
  let letters = 0
  for (const character of text) {
    letters = /\s/.test(character) ? 0 : letters + 1
    if (letters > LONGEST_WORD) {
      pieces.push(piece)
      piece = ''
      letters = 1
    }
    piece += character
  }
  return [...pieces, piece]
}

const write = (pdf: Document, text: string) => {
  const pieces = fontRuns(text).flatMap(({ font, text }) => piecesOf(text).map((piece) => ({ font, piece })))
  for (const [index, { font, piece }] of pieces.entries()) {
    pdf.font(font).text(piece, { continued: index < pieces.length - 1 })
  }
}

/** A document as pages of a PDF, line by line. Emoji and other scripts have faces of their own. */
export const openPdf = ({ title, meta }: PdfHead) => {
  const pdf = new PDFDocument({ size: 'A4', margin: 50, info: { Title: title } })
  const { faces, bold } = fontFaces()
  for (const { name, data } of [...faces, bold]) pdf.registerFont(name, data)
  pdf.fontSize(size.title).fillColor(ink.text)
  write(pdf, title)
  pdf.fontSize(size.meta).fillColor(ink.dim)
  for (const line of meta) write(pdf, line)
  const line = ({ label, text, tone }: PdfLine) => {
    pdf
      .moveDown(0.6)
      .fontSize(size.meta)
      .fillColor(tone === 'note' ? ink.note : ink.dim)
    write(pdf, label)
    pdf.fontSize(size.text).fillColor(tone === 'dim' ? ink.dim : ink.text)
    write(pdf, text === '' ? ' ' : text)
  }
  return { stream: pdf as NodeJS.ReadableStream, line, end: () => pdf.end() }
}
