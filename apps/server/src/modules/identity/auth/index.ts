export { mailIfKnown } from './actions/tokens.ts'
export type { Memberships } from './memberships.ts'
export { giveSession } from './wire-replies.ts'
