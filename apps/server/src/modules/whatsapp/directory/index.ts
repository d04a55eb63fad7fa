export {
  type ChannelRef,
  findAccountSecret,
  findAccountsByWaba,
  findChannelAccess,
  findChannelsByNumbers,
  findFormerChannels,
  graphClientFor,
  graphClientOf,
} from './directory.ts'
export { canSend, scopeOf, sendPriorities } from './policy.ts'
export { findHoldAcrossCompanies as findCompanyHold } from './queries.ts'
