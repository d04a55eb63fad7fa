export {
  endSessionByToken,
  endUserSessions,
  type LiveSession,
  type NewSession,
  noteSecondFactor,
  openSession,
  readOwnSession,
  reconnectCompany,
  reconnectUser,
  resolveSession,
  sessionToken,
  switchSessionCompany,
} from './actions.ts'
export { asksNothing, barsOf, hasSecondFactor, securityOf } from './company-rules.ts'
export { clearCookie, cookieName, hasCookie, readCookie, setCookie, setXsrfCookie } from './cookies.ts'
export { deviceLabel } from './device.ts'
export { endSupportEntries, findOrigin, leaveImpersonation, openImpersonation } from './impersonation.ts'
export { inboxGuard } from './inbox-guard.ts'
