export { fillCannedReply, fillTextFor } from './actions/canned.ts'
export { loadMacro } from './actions/macros.ts'
export { readDeskSettings } from './actions/settings.ts'
export { joinTeams, leaveTeams } from './actions/teams.ts'
