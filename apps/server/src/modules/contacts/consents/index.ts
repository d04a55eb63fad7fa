export { hearRefusal, hearWord } from './hear.ts'
export { preferenceJob } from './jobs.ts'
export { wordOf } from './words.ts'
