export { readContact } from './actions.ts'
export { displayNameOf, seesPersonalData, shownPhone } from './card.ts'
