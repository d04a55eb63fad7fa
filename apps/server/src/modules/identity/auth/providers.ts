import type { SocialProvider } from '@recado/contracts/identity/auth'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'

const TIMEOUT_SECONDS = 10

/** A person as a provider knows them. `email` is null unless the provider has verified it. */
export type ProviderPerson = {
  providerUserId: string
  email: string | null
  name: string | null
  /** Whether the provider says that it asked this person for a second factor now. */
  secondFactor: boolean
}

export type Provider = {
  id: SocialProvider
  name: string
  scope: string
  usesNonce: boolean
  configure: () => Promise<oidc.Configuration>
  readPerson: (
    config: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  ) => Promise<ProviderPerson>
}

type Config = Deps['config']

const prepare = (config: Config, client: oidc.Configuration) => {
  if (config.INSECURE_OAUTH) oidc.allowInsecureRequests(client)
  client.timeout = TIMEOUT_SECONDS
  return client
}

const googleClaims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  amr: z.array(z.string()).optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
})

/** What `acr` says where more than one factor was asked for (OpenID PAPE, REFEDS). */
const strongContexts: ReadonlySet<string> = new Set([
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
])

// RFC 8176 names `mfa` for more than one factor; the single methods beside it prove one each.
const saysSecondFactor = ({ amr = [], acr = '' }: { amr?: string[] | undefined; acr?: string | undefined }): boolean =>
  amr.includes('mfa') || strongContexts.has(acr)

const google = (config: Config, id: string, secret: string): Provider => {
  const discovered = createCache<oidc.Configuration>()
  const discover = () =>
    oidc.discovery(new URL(config.GOOGLE_ISSUER), id, secret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(config.INSECURE_OAUTH ? { execute: [oidc.allowInsecureRequests] } : {}),
    })
  return {
    id: 'google',
    name: 'Google',
    scope: 'openid email profile',
    usesNonce: true,
    configure: () => discovered.load('google', discover),
    readPerson: async (_config, tokens) => {
      const claims = googleClaims.parse(tokens.claims())
      const email = claims.email_verified && claims.email ? claims.email : null
      const secondFactor = saysSecondFactor(claims)
      return { providerUserId: claims.sub, email, name: claims.name ?? null, secondFactor }
    },
  }
}

const githubUser = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

const github = (config: Config, id: string, secret: string): Provider => {
  const base = config.GITHUB_URL.replace(/\/$/, '')
  const api = config.GITHUB_API_URL.replace(/\/$/, '')
  const server = {
    issuer: base,
    authorization_endpoint: `${base}/login/oauth/authorize`,
    token_endpoint: `${base}/login/oauth/access_token`,
  }
  const client = prepare(config, new oidc.Configuration(server, id, secret))
  const read = async (path: string, token: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'recado' })
    const answer = await oidc.fetchProtectedResource(client, token, new URL(`${api}${path}`), 'GET', undefined, headers)
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`)
    return answer.json()
  }
  return {
    id: 'github',
    name: 'GitHub',
    scope: 'read:user user:email',
    usesNonce: false,
    configure: async () => client,
    readPerson: async (_config, tokens) => {
      const user = githubUser.parse(await read('/user', tokens.access_token))
      const emails = githubEmails.parse(await read('/user/emails', tokens.access_token))
      const primary = emails.find((entry) => entry.primary && entry.verified)
      const name = user.name ?? user.login
      // It knows whether the account has one, and does not say whether it asked for it.
      return { providerUserId: String(user.id), email: primary?.email ?? null, name, secondFactor: false }
    },
  }
}

/** The social providers whose keys are configured. */
export const providersOf = perDeps(({ config }: Deps): Provider[] => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = config
  const providers: Provider[] = []
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) providers.push(google(config, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET))
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) providers.push(github(config, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET))
  return providers
})
