export { recordContactEvents } from './record.ts'
