import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/context.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'

const LIFE_SECONDS = 15 * 24 * 60 * 60

/** Claims of a widget token (HS256), as the published widget reads them. */
export type WidgetClaims = {
  _id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  organizationId: string
  environmentId: string
  subscriberId: string
  /** The session of the product that it ends with, in the product's own environment. */
  sid?: string
  aud: 'widget_user'
  iss: 'novu_api'
  iat: number
  exp: number
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })

const signatureOf = (deps: Deps, text: string) =>
  createHmac('sha256', deps.sealer.sign('widget-token', 'key')).update(text).digest()

/** A token with which the widget of this subscriber may speak for 15 days. */
export const createWidgetToken = (
  deps: Deps,
  environment: Environment,
  subscriber: SubscriberRow,
  sessionId: string | null = null,
): string => {
  const now = Math.floor(deps.now().getTime() / 1000)
  const claims: WidgetClaims = {
    _id: subscriber.id,
    firstName: subscriber.firstName,
    lastName: subscriber.lastName,
    email: subscriber.email,
    organizationId: environment.organizationId,
    environmentId: environment.id,
    subscriberId: subscriber.subscriberId,
    ...(sessionId === null ? {} : { sid: sessionId }),
    aud: 'widget_user',
    iss: 'novu_api',
    iat: now,
    exp: now + LIFE_SECONDS,
  }
  const text = `${header}.${encode(claims)}`
  return `${text}.${signatureOf(deps, text).toString('base64url')}`
}

const parse = (text: string): Partial<WidgetClaims> & { alg?: string } => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) ?? {}
  } catch {
    return {}
  }
}

/** The claims of a token of ours that is meant for widgets and has not expired; null for anything else. */
export const readWidgetToken = (deps: Deps, token: string): WidgetClaims | null => {
  const [head = '', body = '', signature = '', more] = token.split('.')
  if (more !== undefined || parse(head).alg !== 'HS256') return null
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(deps, `${head}.${body}`)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const claims = parse(body) as WidgetClaims
  const fresh = claims.exp > deps.now().getTime() / 1000
  return claims.aud === 'widget_user' && claims.iss === 'novu_api' && fresh ? claims : null
}
