type Account = { email: string; password: string }

let fresh: Account | null = null

/** Keeps what was typed while registering, in the memory of this tab alone, until the address is confirmed. */
export const rememberFreshAccount = (account: Account): void => {
  fresh = account
}

/** The password typed for this address a moment ago, once. */
export const takeFreshPassword = (email: string): string | null => {
  const password = fresh?.email.trim().toLowerCase() === email.trim().toLowerCase() ? fresh.password : null
  fresh = null
  return password
}
