export {
  type Account,
  confirmEmail,
  createAccount,
  findAccount,
  findAccountByEmail,
  findAccountByIdentity,
  linkIdentity,
  rememberCompany,
  rememberDevice,
  setPasswordHash,
} from './accounts.ts'
export { changeUser, consentOf, readConsent, type UserChange, writeConsent } from './administration.ts'
export { acceptVersions, eraseAccount, planAccountDeletion, setEmail } from './leaving.ts'
export { moveIdentities } from './queries.merge.ts'
export { listCountedAdmins, listDueDeletions, lockPlatformAdmins, lockUser } from './queries.ts'
export {
  beginTwoFactor,
  clearTwoFactor,
  confirmTwoFactor,
  isAppCode,
  readTwoFactor,
  renewRecoveryCodes,
  spendTwoFactorCode,
} from './two-factor.ts'
