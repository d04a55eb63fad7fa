import { conversationExport } from './export.ts'

export const transcriptJobs = [conversationExport.job]
