export { foundCompany, listCompanies, switchCompany } from './actions/companies.ts'
export { createDemoAccounts, demoPeople } from './actions/demo.ts'
export { invitedAddress, joinByInvitation } from './actions/invitations.ts'
export { addMember, lockStanding, removeCompany, type Standing, writeAccess, writeStanding } from './standing.ts'
