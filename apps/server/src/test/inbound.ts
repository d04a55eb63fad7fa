import { createHmac } from 'node:crypto'
import type { WebhookSourceKey } from '@recado/contracts/integrations/webhook-source-kinds'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { processEvent } from '#server/modules/integrations/webhook-integrations/process-event.ts'
import { findWaiting } from '#server/modules/integrations/webhook-integrations/queries/processing.ts'
import { shardCount } from '#server/modules/integrations/webhook-integrations/shard.ts'
import { findSource } from '#server/modules/integrations/webhook-sources/index.ts'

const everyShard = Array.from({ length: shardCount }, (_, shard) => shard)

export type Connected = { id: string; url: string; source: WebhookSourceKey; secret: string }

type Options = {
  secrets?: Record<string, string>
  settings?: Record<string, unknown>
  enabled?: boolean
  actions?: readonly Record<string, unknown>[]
}

const usualSecrets = (source: WebhookSourceKey, secret: string): Record<string, string> =>
  ({ hotmart: { hottok: secret }, kiwify: { token: secret }, asaas: { token: secret }, rd_station: {} })[
    source as string
  ] ?? { secret }

/** A system that is connected to a company, with what its events are taken to mean from the start. */
export const connectSystem = async (
  deps: Deps,
  companyId: string,
  source: WebhookSourceKey,
  { secrets, settings = {}, enabled = true, actions = [] }: Options = {},
): Promise<Connected> => {
  const [id, token, secret] = [newId(), createToken(), 'the secret of this system']
  const sealed = deps.sealer.seal(JSON.stringify(secrets ?? usualSecrets(source, secret)))
  const mapping = { events: findSource(source)?.events ?? [] }
  await deps.database.pool.query(
    `insert into webhook_integrations (id, company_id, source_key, name, enabled, token_hash, token, secrets, settings, mapping,
       actions)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      companyId,
      source,
      enabled,
      hashToken(token),
      deps.sealer.seal(token),
      sealed,
      settings,
      mapping,
      JSON.stringify(actions),
    ],
  )
  return { id, url: `/hooks/in/${token}`, source, secret }
}

const hmac = (algorithm: string, secret: string, text: string | Buffer) => createHmac(algorithm, secret).update(text)

/** Headers and query by which a source shows that it sent a body, as its vendor documents it. */
const proofs: Record<WebhookSourceKey, (body: string, secret: string, now: Date) => Proof> = {
  shopify: (body, secret) => ({ headers: { 'x-shopify-hmac-sha256': hmac('sha256', secret, body).digest('base64') } }),
  woocommerce: (body, secret) => ({
    headers: { 'x-wc-webhook-signature': hmac('sha256', secret, body).digest('base64') },
  }),
  nuvemshop: (body, secret) => ({
    headers: { 'x-linkedstore-hmac-sha256': hmac('sha256', secret, body).digest('hex') },
  }),
  hotmart: (_body, secret) => ({ headers: { 'x-hotmart-hottok': secret } }),
  kiwify: (body, secret) => ({ query: `signature=${hmac('sha1', secret, body).digest('hex')}` }),
  eduzz: (body, secret) => ({ headers: { 'x-signature': hmac('sha256', secret, body).digest('hex') } }),
  stripe: (body, secret, now) => {
    const time = Math.floor(now.getTime() / 1000)
    return {
      headers: { 'stripe-signature': `t=${time},v1=${hmac('sha256', secret, `${time}.${body}`).digest('hex')}` },
    }
  },
  mercado_pago: (body, secret, now) => {
    const { id } = JSON.parse(body).data
    const time = now.getTime()
    const signature = hmac('sha256', secret, `id:${id};request-id:req-1;ts:${time};`).digest('hex')
    return {
      query: `data.id=${id}&type=payment`,
      headers: { 'x-request-id': 'req-1', 'x-signature': `ts=${time},v1=${signature}` },
    }
  },
  asaas: (_body, secret) => ({ headers: { 'asaas-access-token': secret } }),
  rd_station: () => ({}),
  typeform: (body, secret) => ({
    headers: { 'typeform-signature': `sha256=${hmac('sha256', secret, body).digest('base64')}` },
  }),
  generic: () => ({}),
}

export type Proof = { headers?: Record<string, string>; query?: string }

export const proofOf = (source: WebhookSourceKey, body: string, secret: string, now: Date): Proof =>
  proofs[source](body, secret, now)

/** Sends a body to a connected system's address as its vendor would. */
export const tell = (
  app: FastifyInstance,
  deps: Deps,
  { source, secret, url }: Connected,
  body: unknown,
  { headers = {}, proof }: { headers?: Record<string, string>; proof?: Proof } = {},
) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const shown = proof ?? proofOf(source, payload, secret, deps.now())
  return app.inject({
    method: 'POST',
    url: shown.query ? `${url}?${shown.query}` : url,
    headers: { 'content-type': 'application/json', ...headers, ...shown.headers },
    payload,
  })
}

/** Works off what systems told a company, as its turn comes; answers how much that was. */
export const workOff = async (deps: Deps, companyId: string): Promise<number> => {
  for (let worked = 0; ; ) {
    const all = await findWaiting(deps.database.pool, everyShard, deps.now(), 50)
    const own = all.filter((event) => event.companyId === companyId)
    if (own.length === 0) return worked
    for (const event of own) await processEvent(deps, event)
    worked += own.length
  }
}
