export { hearRefusal, hearWord } from './hear.ts'
export { consentJobs, preferenceJob } from './jobs.ts'
export { wordOf } from './words.ts'
