import type { WebhookSourceCard } from '@recado/contracts/integrations/webhook-sources'
import type { WebhookSource } from './source.ts'
import { asaas } from './sources/asaas.ts'
import { eduzz } from './sources/eduzz.ts'
import { generic } from './sources/generic.ts'
import { hotmart } from './sources/hotmart.ts'
import { kiwify } from './sources/kiwify.ts'
import { mercadoPago } from './sources/mercado-pago.ts'
import { nuvemshop } from './sources/nuvemshop.ts'
import { rdStation } from './sources/rd-station.ts'
import { shopify } from './sources/shopify.ts'
import { stripe } from './sources/stripe.ts'
import { typeform } from './sources/typeform.ts'
import { woocommerce } from './sources/woocommerce.ts'

/** Systems whose webhooks can be taken in, in the order in which they are shown. */
export const webhookSources: readonly WebhookSource[] = [
  ...[shopify, nuvemshop, woocommerce, hotmart, kiwify, eduzz],
  ...[stripe, mercadoPago, asaas, rdStation, typeform, generic],
]

const byKey = new Map<string, WebhookSource>(webhookSources.map((source) => [source.key, source]))

/** The source of the product that has this key, if there is one. */
export const findSource = (key: string): WebhookSource | undefined => byKey.get(key)

/** Where the logo of a source is; null for those without. */
export const logoUrlOf = (fileId: string | null | undefined): string | null =>
  fileId ? `/api/v1/webhook-sources/logos/${fileId}` : null

/** What people are shown of a source. */
export const cardOf = ({
  events,
  samples,
  steps,
  secrets,
  verify,
  isPing,
  read,
  inner,
  number,
  logoFileId,
  recipes = [],
  secretHeader,
  proof,
  ...card
}: WebhookSource): WebhookSourceCard => ({
  ...card,
  number: number ?? null,
  logoUrl: logoUrlOf(logoFileId),
  recipes: [...recipes],
  secrets: [...secrets],
  steps: { en: [...steps.en], pt: [...steps.pt] },
  events: events.map(({ event, canonical }) => ({ event, canonical })),
  defaults: [...events],
  samples: samples.map(({ headers = {}, ...sample }) => ({ ...sample, headers })),
  settings: {},
})
