export {
  listCompanies,
  type MemberLeavingHandler,
} from './actions/companies.ts'
export { createDemoAccounts, demoPeople } from './actions/demo.ts'
export { endInvitationsOf } from './actions/end-invitations.ts'
export { mergeMemberships } from './actions/merge.ts'
export { companyPrivacyOf, savePrivacy } from './actions/rules.ts'
export { setMemberPresence, soleAdminOf } from './queries/members.ts'
export { findRemovedCompany, listRemovedCompanies, listRetainingCompanies } from './queries/removed.ts'
export { ensureSandbox, refreshSandbox } from './sandbox.ts'
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
