export type { Old, OldFile, RetainedRows } from './retire.ts'
