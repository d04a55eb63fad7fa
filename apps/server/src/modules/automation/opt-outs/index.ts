export { answerOptOutKeyword } from './actions.ts'
export { parseOptOutKeyword } from './keywords.ts'
