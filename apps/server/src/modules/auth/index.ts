export { tellOfTwoFactor } from './actions/tell.ts'
export { mailIfKnown } from './actions/tokens.ts'
export { authJobs, authSchedules } from './jobs.ts'
export { giveSession } from './wire-replies.ts'
