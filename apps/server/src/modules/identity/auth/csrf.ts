import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/context.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'

const PURPOSE = 'next-auth.csrf'

/** The token inside a csrf cookie that we signed, or null. */
export const tokenOfCookie = (deps: Deps, cookie: string | null): string | null => {
  const [token = '', signature = ''] = cookie?.split('|') ?? []
  return token !== '' && equalTexts(signature, deps.sealer.sign(PURPOSE, token)) ? token : null
}

/** A new token and the cookie that vouches for it. */
export const newCsrf = (deps: Deps): { token: string; cookie: string } => {
  const token = randomBytes(32).toString('hex')
  return { token, cookie: `${token}|${deps.sealer.sign(PURPOSE, token)}` }
}

/** Whether the token of a form or body is the one in the cookie. */
export const csrfFits = (deps: Deps, cookie: string | null, given: unknown): boolean => {
  const token = tokenOfCookie(deps, cookie)
  return token !== null && typeof given === 'string' && equalTexts(given, token)
}
