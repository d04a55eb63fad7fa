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
export {
  changeUser,
  consentOf,
  lockPlatformAdmins,
  lockUser,
  readConsent,
  type UserChange,
  writeConsent,
} from './administration.ts'
export {
  beginTwoFactor,
  clearTwoFactor,
  confirmTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  spendTwoFactorCode,
} from './two-factor.ts'
