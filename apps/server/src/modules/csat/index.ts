export { askCustomer, hearOpinion } from './actions.ts'
