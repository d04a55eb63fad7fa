import { logExport } from './actions/export.ts'

export const messageLogJobs = [logExport.job]
