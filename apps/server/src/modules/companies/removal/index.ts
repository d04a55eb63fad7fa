export type { CompanyPurgeHandler } from './purge.ts'
