export { dropHeld, findKnown as findHeldByKey, keepHeld } from './actions/keep-held.ts'
export type { HeldHandler } from './handlers.ts'
