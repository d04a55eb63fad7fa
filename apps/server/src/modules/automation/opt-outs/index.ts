export { answerOptOutWord } from './actions.ts'
export { parseOptOutWord } from './words.ts'
