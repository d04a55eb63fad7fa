export { sendMail } from './actions.ts'
export { sendMailJob } from './jobs.ts'
