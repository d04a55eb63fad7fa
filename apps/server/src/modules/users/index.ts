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
