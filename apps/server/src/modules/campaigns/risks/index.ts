export { assessLaunch, awaitsReview, findFailures } from './actions.ts'
export { settleOpen } from './queries/risks.ts'
