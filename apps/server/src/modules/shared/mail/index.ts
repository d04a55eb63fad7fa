export { sendMail } from './actions.ts'
