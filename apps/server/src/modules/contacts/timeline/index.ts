export { renameImportEvents } from './queries/erase.ts'
export { forgetContactEvents } from './queries/events.ts'
export { type ContactEventHandler, type NewContactEvent, recordContactEvents } from './record.ts'
