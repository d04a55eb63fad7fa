export { answerOptOutKeyword, stopMarketing } from './actions.ts'
export { answerConfirmation, answerIds, withAnswers } from './confirmations.ts'
export { parseOptOutKeyword } from './keywords.ts'
