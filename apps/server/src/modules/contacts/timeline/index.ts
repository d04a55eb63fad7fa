export { forgetContactEvents } from './queries/events.ts'
export { recordContactEvents } from './record.ts'
