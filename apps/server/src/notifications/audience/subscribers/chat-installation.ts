import { OutboundError } from '@recado/providers/outbound'
import { z } from 'zod'
import type { Ctx, Deps } from '#server/context.ts'
import { keyStoreOf } from '#server/http/idempotency-keys.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { badRequest, notFound, V1Error } from '#server/notifications/shared/errors.ts'
import { isGuarded, lookAt } from '#server/notifications/shared/inbox-guard.ts'
import { findEnvironmentById } from '../environments/queries.ts'
import { upsertSubscribers } from './actions.ts'
import { loadChannelIntegration, setCredentials } from './credentials.ts'
import { proveSubscriber } from './proof.ts'
import type { ChannelIntegration } from './queries.ts'

const STATE_MINUTES = 15

const stateShape = z.object({
  id: z.string(),
  /** Hash of what the browser that began holds. */
  browser: z.string(),
  sessionId: z.string().nullable(),
  environmentId: z.string(),
  integration: z.string(),
  subscriberId: z.string(),
  until: z.number(),
})
type State = z.output<typeof stateShape>

const integrationCredentials = z.object({
  clientId: z.string().min(1),
  secretKey: z.string().min(1),
  redirectUrl: z.url().optional().catch(undefined),
})

const slackAnswer = z.object({ ok: z.literal(true), incoming_webhook: z.object({ url: z.url() }) })

const signatureOf = (deps: Deps, text: string) => deps.sealer.sign('notifications.chat-installation', text)

const writeState = (deps: Deps, state: State): string => {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text}.${signatureOf(deps, text)}`
}

const readState = (ctx: Ctx, text: string | undefined): State => {
  const [body = '', signature = ''] = text?.split('.') ?? []
  if (!equalTexts(signature, signatureOf(ctx.deps, body))) throw badRequest('state is not valid')
  const state = stateShape.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  if (state.until < ctx.now().getTime()) throw badRequest('state has expired, please start again')
  return state
}

const callbackUrl = (deps: Deps, subscriberId: string, providerId: string) => {
  const base = (deps.config.PUBLIC_URL ?? `http://localhost:${deps.config.PORT}`).replace(/\/$/, '')
  return `${base}/v1/subscribers/${encodeURIComponent(subscriberId)}/credentials/${providerId}/oauth/callback`
}

const assertSlack = (providerId: string) => {
  if (providerId !== 'slack') throw badRequest(`The provider ${providerId} has no installation of this kind`)
}

const loadEnvironmentCtx = async (ctx: Ctx, environmentId: string): Promise<EnvironmentCtx> => {
  const environment = await findEnvironmentById(ctx, environmentId)
  if (!environment) throw notFound('Environment not found')
  return inEnvironment(ctx, environment)
}

const credentialsOf = (deps: Deps, integration: ChannelIntegration) => {
  const parsed = integrationCredentials.safeParse(JSON.parse(deps.sealer.open(integration.credentials)))
  if (!parsed.success) throw badRequest('The integration has no client id or no client secret')
  return parsed.data
}

export type InstallationStart = {
  subscriberId: string
  providerId: string
  environmentId: string
  integrationIdentifier?: string | undefined
  hmacHash?: string | undefined
}

/**
 * Where the person has to go to choose a channel of their Slack, and the secret that their browser has to come back with.
 * What is sent to the subscriber will be read there, so no one begins this without their hash.
 */
export const startChatInstallation = async (
  ctx: Ctx,
  input: InstallationStart,
): Promise<{ url: string; secret: string; until: Date }> => {
  assertSlack(input.providerId)
  const scoped = await loadEnvironmentCtx(ctx, input.environmentId)
  const integration = await loadChannelIntegration(scoped, input.providerId, input.integrationIdentifier)
  const { clientId } = credentialsOf(ctx.deps, integration)
  const { sessionId } = await proveSubscriber(scoped, input.subscriberId, input.hmacHash, { required: true })
  const secret = createToken()
  const until = new Date(ctx.now().getTime() + STATE_MINUTES * 60_000)
  const url = new URL('/oauth/v2/authorize', ctx.deps.config.SLACK_URL)
  url.search = new URLSearchParams({
    client_id: clientId,
    scope: 'incoming-webhook',
    user_scope: '',
    redirect_uri: callbackUrl(ctx.deps, input.subscriberId, input.providerId),
    state: writeState(ctx.deps, {
      id: createToken(),
      browser: hashToken(secret),
      sessionId,
      environmentId: scoped.environment.id,
      integration: integration.identifier,
      subscriberId: input.subscriberId,
      until: until.getTime(),
    }),
  }).toString()
  return { url: url.href, secret, until }
}

const exchangeCode = async (deps: Deps, body: Record<string, string>): Promise<string> => {
  try {
    const answer = await deps.outbound({
      url: new URL('/api/oauth.v2.access', deps.config.SLACK_URL).href,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body).toString(),
    })
    const { incoming_webhook } = slackAnswer.parse(JSON.parse(answer.body.toString('utf8')))
    return incoming_webhook.url
  } catch (error) {
    if (error instanceof OutboundError) throw new V1Error(502, 'Slack could not be reached')
    throw badRequest('Slack did not accept the installation')
  }
}

export type InstallationEnd = {
  subscriberId: string
  providerId: string
  code?: string | undefined
  state?: string | undefined
  /** What the browser holds since it began. */
  secret: string | undefined
}

/** A state is good once, for the browser and the session that it was made for. */
const spend = async (ctx: EnvironmentCtx, state: State, secret: string | undefined): Promise<void> => {
  const { subscriberId, sessionId } = state
  if (!equalTexts(hashToken(secret ?? ''), state.browser)) throw badRequest('state is not valid')
  const visit = { subscriberId, sessionId, ip: ctx.ip }
  if (isGuarded(ctx.environment) && (await lookAt(ctx, visit)) === null) throw badRequest('state is not valid')
  const { organizationId } = ctx.environment
  const use = { key: `chat-installation ${state.id}`, bodyHash: '', createdAt: ctx.now() }
  const isFirst = await keyStoreOf(ctx.deps, organizationId).claim({ ...use, expiresAt: new Date(state.until) })
  if (!isFirst) throw badRequest('state has been used, please start again')
}

/** Stores the webhook of the channel the person chose. Answers where to send them, or null. */
export const finishChatInstallation = async (ctx: Ctx, input: InstallationEnd): Promise<string | null> => {
  assertSlack(input.providerId)
  const state = readState(ctx, input.state)
  if (state.subscriberId !== input.subscriberId) throw badRequest('state is not valid')
  if (!input.code) throw badRequest('code should not be empty')
  const scoped = await loadEnvironmentCtx(ctx, state.environmentId)
  await spend(scoped, state, input.secret)
  const integration = await loadChannelIntegration(scoped, input.providerId, state.integration)
  const { clientId, secretKey, redirectUrl } = credentialsOf(ctx.deps, integration)
  const webhookUrl = await exchangeCode(ctx.deps, {
    code: input.code,
    client_id: clientId,
    client_secret: secretKey,
    redirect_uri: callbackUrl(ctx.deps, input.subscriberId, input.providerId),
  })
  await upsertSubscribers(scoped, [{ subscriberId: input.subscriberId }])
  const credentials = {
    providerId: input.providerId,
    integrationIdentifier: state.integration,
    credentials: { webhookUrl },
  }
  await setCredentials(scoped, input.subscriberId, credentials, { append: false })
  return redirectUrl ?? null
}
