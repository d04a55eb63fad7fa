export { fillCannedReply, fillTextFor } from './actions/canned.ts'
export { loadMacro } from './actions/macros.ts'
export { assertTeams, joinTeams, leaveTeams, setMemberTeams } from './actions/teams.ts'
