export { leaveIncidents } from './queries/removed.ts'
