import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/context.ts'
import { cookieName, readCookie, setCookie } from '#server/modules/identity/sessions/index.ts'

// A browser that was signed in to an account carries a sealed proof of it, also after signing out. What it tries is
// counted apart from what strangers try, so that they cannot hold its person back.

const proofs = z.array(z.object({ user: z.uuid(), browser: z.uuid() }))
export type KnownBrowser = z.infer<typeof proofs>

const MOST_PEOPLE = 10
/** As long as browsers keep a cookie. */
const KEPT_MS = 400 * 86_400_000

/** The accounts that a browser proves to have been signed in to. */
export const knownBrowser = (deps: Deps, cookieHeader: string | undefined): KnownBrowser => {
  const cookie = readCookie(cookieHeader, cookieName(deps.config, 'device'))
  if (cookie === null) return []
  try {
    return proofs.parse(JSON.parse(deps.sealer.open(cookie)))
  } catch {
    return []
  }
}

/** Who tries: a browser that knows the account, or an address. */
export const triedFrom = (known: KnownBrowser, userId: string | undefined, address: string) => {
  const proof = known.find(({ user }) => user === userId)
  return proof ? { known: true, name: proof.browser } : { known: false, name: address }
}

/**
 * Gives the browser the proof that it was signed in to an account, unless it has it. All that a session gives are one
 * browser's, so that no one who holds it collects proofs to go on guessing by.
 */
export const rememberBrowser = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, sessionId }: { userId: string; sessionId: string },
): void => {
  const known = knownBrowser(deps, request.headers.cookie)
  if (known.some(({ user }) => user === userId)) return
  const all = [{ user: userId, browser: sessionId }, ...known].slice(0, MOST_PEOPLE)
  const name = cookieName(deps.config, 'device')
  const expires = new Date(deps.now().getTime() + KEPT_MS)
  setCookie(reply, deps.config, { name, value: deps.sealer.seal(JSON.stringify(all)), expires })
}
