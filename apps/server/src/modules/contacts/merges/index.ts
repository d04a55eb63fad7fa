export type { MergeHandler, MergeMove } from './handlers.ts'
