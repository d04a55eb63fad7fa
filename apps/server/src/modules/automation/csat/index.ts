export { recordOpinion } from './actions.ts'
export { dropHeldSurveys, holdSurvey } from './hold-survey.ts'
