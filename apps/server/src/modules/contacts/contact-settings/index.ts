export { readContactSettings } from './actions.ts'
