export { copyDefinitions } from './queries.ts'
