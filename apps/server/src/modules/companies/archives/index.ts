import { companyExport, personExport } from './tasks.ts'

export const dataExportJobs = [companyExport.job, personExport.job]
