export { dropHeldSurveys, holdSurvey } from './actions/hold-survey.ts'
export { chatChangeJobs, chatChangeSchedules } from './jobs.ts'
