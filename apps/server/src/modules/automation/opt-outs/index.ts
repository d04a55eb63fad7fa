export { answerOptOutKeyword, stopMarketing } from './actions.ts'
export { answerConfirmation } from './confirmations.ts'
export { parseOptOutKeyword } from './keywords.ts'
