export { loadMacro } from './actions.ts'
