export { askCustomer, hearOpinion } from './actions.ts'
export { questionText } from './survey.ts'
