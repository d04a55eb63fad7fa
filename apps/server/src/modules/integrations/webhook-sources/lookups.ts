import { wordAt } from './read.ts'
import type { WebhookSource } from './source.ts'

/** What some sources leave out of what they tell, and where it is read. */
export type Lookup = {
  /** Where it then stands in the body. Who signs an address alone does not vouch for what comes under this name. */
  as: string
  url: (json: unknown, apiUrl: string | undefined) => string | null
  headers: (accessToken: string) => Record<string, string>
}

const isId = /^[\w-]{1,80}$/

const addressOf = (
  base: string,
  ...ids: (string | null)[]
): ((path: (...ids: string[]) => string) => string | null) => {
  const known = ids.flatMap((id) => (id !== null && isId.test(id) ? [id] : []))
  return (path) => (known.length === ids.length ? `${base.replace(/\/+$/, '')}${path(...known)}` : null)
}

const agent = { 'user-agent': 'Recado (webhooks)', accept: 'application/json' }

const lookups: Partial<Record<string, Lookup>> = {
  nuvemshop: {
    as: 'order',
    url: (json, apiUrl = 'https://api.nuvemshop.com.br') =>
      addressOf(apiUrl, wordAt(json, 'store_id'), wordAt(json, 'id'))((store, order) => `/v1/${store}/orders/${order}`),
    headers: (token) => ({ ...agent, authentication: `bearer ${token}` }),
  },
  mercado_pago: {
    as: 'payment',
    url: (json, apiUrl = 'https://api.mercadopago.com') =>
      addressOf(apiUrl, wordAt(json, 'data', 'id'))((payment) => `/v1/payments/${payment}`),
    headers: (token) => ({ ...agent, authorization: `Bearer ${token}` }),
  },
  asaas: {
    as: 'customer',
    url: (json, apiUrl = 'https://api.asaas.com') =>
      addressOf(apiUrl, wordAt(json, 'payment', 'customer'))((customer) => `/v3/customers/${customer}`),
    headers: (token) => ({ ...agent, access_token: token }),
  },
}

/** What has to be read besides what a source tells, if anything. */
export const lookupOf = ({ key }: WebhookSource): Lookup | undefined => lookups[key]
