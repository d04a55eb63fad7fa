export { mailIfKnown } from './actions/tokens.ts'
export { authJobs, authSchedules } from './jobs.ts'
export { giveSession } from './wire-replies.ts'
