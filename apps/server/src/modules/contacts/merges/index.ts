export { joinContacts } from './actions/join.ts'
export type { MergeHandler, MergeMove } from './handlers.ts'
