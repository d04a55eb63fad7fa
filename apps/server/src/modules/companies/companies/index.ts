export {
  endMembership,
  foundCompany,
  listCompanies,
  type MemberLeavingHandler,
  switchCompany,
} from './actions/companies.ts'
export { createDemoAccounts, demoPeople } from './actions/demo.ts'
export { endInvitationsOf } from './actions/end-invitations.ts'
export { invitedAddress, joinByInvitation } from './actions/invitations.ts'
export { mergeMemberships } from './actions/merge.ts'
export { companyPrivacyOf, savePrivacy } from './actions/rules.ts'
export { findRestriction } from './queries/companies.ts'
export { setMemberPresence, soleAdminOf } from './queries/members.ts'
export { findRemovedCompany, listRemovedCompanies, listRetainingCompanies } from './queries/removed.ts'
export {
  addMember,
  changeStanding,
  closeRemovedCompany,
  lockStanding,
  planDeletion,
  removeCompany,
  resetSecurity,
  writeAccess,
  writeStanding,
} from './standing.ts'
