export { handOverOperators } from './actions/channels.ts'
export { leaveIncidents } from './queries/removed.ts'
