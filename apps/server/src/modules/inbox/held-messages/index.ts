export { dropHeldSurveys, holdSurvey } from './actions/hold-survey.ts'
