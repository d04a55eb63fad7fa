import { conversationExport } from './export.ts'

export { type Entry, entriesOf, jsonEntry, readerOf } from './export.ts'
export { type Head, lineOf, pdfLine } from './lines.ts'
export { type FoundFile, packArchive } from './pack.ts'

export const transcriptJobs = [conversationExport.job]
