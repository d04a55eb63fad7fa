export { sendMessage } from './actions/send.ts'
export { sendingJobs } from './jobs.ts'
export { settleSends } from './queries/settle.ts'
