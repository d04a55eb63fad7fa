export {
  endSessionByToken,
  endUserSessions,
  type LiveSession,
  leaveImpersonation,
  type NewSession,
  openSession,
  reconnectUser,
  resolveSession,
  sessionToken,
  switchSessionCompany,
} from './actions.ts'
export { clearCookie, cookieName, readCookie, setCookie, setXsrfCookie } from './cookies.ts'
export { deviceLabel } from './device.ts'
export { sessionJobs, sessionSchedules } from './jobs.ts'
