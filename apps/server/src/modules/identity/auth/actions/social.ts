import { email as emailSchema, type Locale, plainName } from '@recado/contracts'
import { type SignInError, socialProviders } from '@recado/contracts/identity/auth'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { type Ctx, type Deps, inTransaction } from '#server/context.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import {
  type Account,
  confirmEmail,
  createAccount,
  findAccount,
  findAccountByEmail,
  findAccountByIdentity,
  linkIdentity,
  setPasswordHash,
} from '#server/modules/identity/users/index.ts'
import type { Provider, ProviderPerson } from '../providers.ts'
import { enter, openFor, refusalOf, type SignInResult, type Visitor } from './sign-in.ts'

const VALID_MS = 15 * 60_000

const journey = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callbackUrl: z.string(),
  until: z.number(),
})
export type Journey = z.infer<typeof journey>

/** Starts a sign-in at a provider: where to send the browser, and the sealed cookie that it must bring back. */
export const startSocial = async (deps: Deps, provider: Provider, input: { origin: string; callbackUrl: string }) => {
  const config = await provider.configure()
  const trip: Journey = {
    provider: provider.id,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    callbackUrl: input.callbackUrl,
    until: deps.now().getTime() + VALID_MS,
  }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: `${input.origin}/api/auth/callback/${provider.id}`,
    scope: provider.scope,
    state: trip.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
    code_challenge_method: 'S256',
    ...(provider.usesNonce ? { nonce: trip.nonce } : {}),
  })
  return { url: url.href, cookie: deps.sealer.seal(JSON.stringify(trip)), until: new Date(trip.until) }
}

/** What a cookie of ours holds; null when it is none, or too old. */
const openSealed = <T extends { until: number }>(deps: Deps, schema: z.ZodType<T>, cookie: string): T | null => {
  try {
    const trip = schema.parse(JSON.parse(deps.sealer.open(cookie)))
    return trip.until > deps.now().getTime() ? trip : null
  } catch {
    return null
  }
}

/** Opens the cookie of a sign-in under way; null when it is another provider's, too old, or not ours. */
export const openJourney = (deps: Deps, provider: Provider, cookie: string | null): Journey | null => {
  const trip = cookie === null ? null : openSealed(deps, journey, cookie)
  return trip?.provider === provider.id ? trip : null
}

const readPerson = async (provider: Provider, trip: Journey, currentUrl: URL): Promise<ProviderPerson> => {
  const config = await provider.configure()
  const tokens = await oidc.authorizationCodeGrant(config, currentUrl, {
    pkceCodeVerifier: trip.verifier,
    expectedState: trip.state,
    ...(provider.usesNonce ? { expectedNonce: trip.nonce, idTokenExpected: true } : {}),
  })
  return provider.readPerson(config, tokens)
}

// Whoever set a password without proving the address is not the person that the provider vouches for.
const takeOver = async (tx: Ctx, account: Account) => {
  await setPasswordHash(tx, account.id, null)
  await endUserSessions(tx, account.id)
  await confirmEmail(tx, account)
}

const accountFor = async (
  tx: Ctx,
  provider: Provider,
  person: ProviderPerson,
  locale: Locale,
): Promise<Account | SignInError> => {
  const linked = await findAccountByIdentity(tx, provider.id, person.providerUserId)
  if (linked) return linked
  const email = emailSchema.safeParse(person.email)
  if (!email.success) return 'AccessDenied'
  const existing = await findAccountByEmail(tx, email.data)
  if (existing && !existing.verified) await takeOver(tx, existing)
  const name = plainName(person.name ?? email.data.split('@')[0] ?? '').slice(0, 80) || '–'
  const account =
    existing ?? (await createAccount(tx, { email: email.data, name, passwordHash: null, verified: true, locale }))
  if (!account) return 'OAuthCreateAccount'
  await linkIdentity(tx, {
    userId: account.id,
    provider: provider.id,
    providerUserId: person.providerUserId,
    email: email.data,
  })
  return (await findAccount(tx, account.id)) ?? 'OAuthCreateAccount'
}

/** A sign-in at a provider that waits for a code of the account's own second factor. */
const halfway = z.object({ userId: z.uuid(), provider: z.enum(socialProviders), until: z.number() })
export type Halfway = z.infer<typeof halfway>

const HALFWAY_MS = 10 * 60_000

export const sealHalfway = (deps: Deps, trip: Halfway) => deps.sealer.seal(JSON.stringify(trip))

/** Ends a sign-in at a provider: finds, links or creates the account, and opens a session, or waits for a code. */
export const finishSocial = async (
  ctx: Ctx,
  provider: Provider,
  input: { trip: Journey; currentUrl: URL; locale: Locale; visitor: Visitor },
): Promise<SignInResult | { halfway: Halfway }> => {
  const person = await readPerson(provider, input.trip, input.currentUrl).catch((err: unknown) => {
    ctx.log.warn({ provider: provider.id, err }, 'a sign-in at a provider was refused')
    return null
  })
  if (!person)
    return { error: input.currentUrl.searchParams.get('error') === 'access_denied' ? 'AccessDenied' : 'OAuthCallback' }
  const found = await inTransaction(ctx, (tx) => accountFor(tx, provider, person, input.locale))
  if (typeof found === 'string') return { error: found }
  const refusal = refusalOf(found)
  if (refusal) return { error: refusal }
  if (person.secondFactor) return openFor(ctx, found, input.visitor, `${provider.id}+mfa`)
  if (!found.twoFactor) return openFor(ctx, found, input.visitor, provider.id)
  return { halfway: { userId: found.id, provider: provider.id, until: ctx.now().getTime() + HALFWAY_MS } }
}

/** Goes on with a sign-in at a provider by the code that it waited for. */
export const finishHalfway = async (
  ctx: Ctx,
  cookie: string,
  code: unknown,
  visitor: Visitor,
): Promise<SignInResult> => {
  const trip = openSealed(ctx.deps, halfway, cookie)
  const account = trip && (await findAccount(ctx, trip.userId))
  return account ? enter(ctx, account, { code, method: trip.provider }, visitor) : { error: 'OAuthCallback' }
}
