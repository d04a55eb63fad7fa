export { assertTeams, joinTeams, leaveTeams, setMemberTeams } from './actions.ts'
