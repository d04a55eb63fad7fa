export {
  type Account,
  avatarUrl,
  confirmEmail,
  createAccount,
  findAccount,
  findAccountByEmail,
  findAccountByIdentity,
  linkIdentity,
  type NewAccount,
  rememberCompany,
  rememberDevice,
  setPasswordHash,
} from './accounts.ts'
