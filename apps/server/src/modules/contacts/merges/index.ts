export type { MergeHandler } from './handlers.ts'
