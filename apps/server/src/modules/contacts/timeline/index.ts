export { renameImportEvents } from './queries/erase.ts'
export { forgetContactEvents } from './queries/events.ts'
export { recordContactEvents } from './record.ts'
