import { createHmac } from 'node:crypto'
import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import type { TemplateStatus } from '@recado/contracts/integrations/webhook-templates'
import type { Deps } from '#server/context.ts'
import { webhookIntegrations } from '#server/db/schema/integrations/webhook-integrations.ts'
import { webhookTemplates } from '#server/db/schema/integrations/webhook-templates.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'

/** A name that no other test gives a system. */
export const newSourceKey = (): string => `shop_${newId().replaceAll('-', '')}`

const from = (path: string) => ({ path, transforms: [], required: false })

/** What the shop of these tests sends about an order. */
export const shopOrder = (status: string, phone = '(11) 98765-4321') => ({
  event: `order_${status}`,
  delivery: `d-${status}`,
  order: { code: 'V-77', total: '1.259,90', client: { full_name: 'Ana Souza', mobile: phone } },
})

/** A shop as a platform admin would describe it, with one sample that comes to what is expected. */
export const shopDefinition = (change: Partial<SourceDefinition> = {}): SourceDefinition => ({
  ...{ name: { en: 'Live Shop', pt: 'Loja Viva' }, category: 'shop', docsUrl: 'https://docs.example.com/webhooks' },
  steps: { en: ['Paste the URL under Webhooks.'], pt: ['Cole a URL em Webhooks.'] },
  verification: {
    ...{ scheme: 'hmac', algorithm: 'sha256', encoding: 'hex', header: 'X-Shop-Signature', parameter: null },
    ...{ prefix: 'sha256=', signed: '{timestamp}.{body}' },
    timestamp: { header: 'X-Shop-Time', parameter: null, unit: 'seconds', toleranceSeconds: 300 },
  },
  secrets: [
    { key: 'secret', label: { en: 'Signing key', pt: 'Chave de assinatura' }, origin: 'source', required: true },
  ],
  ...{ event: { from: 'path', path: '$.event' }, eventId: { from: 'path', path: '$.delivery' } },
  objectPath: '$.order.code',
  events: [
    {
      ...{ event: 'order_paid', canonical: 'order.paid', enabled: true },
      fields: {
        name: from('$.order.client.full_name'),
        phone: { ...from('$.order.client.mobile'), transforms: [{ op: 'phone', country: 'BR' }] },
        amount: { ...from('$.order.total'), transforms: [{ op: 'number', decimal: ',' }] },
      },
    },
  ],
  recipes: [
    {
      ...{ type: 'template', name: { en: 'Thank for the order', pt: 'Agradecer pelo pedido' }, on: ['order.paid'] },
      ...{ templateName: 'order_paid', values: { '1': '{{name}}' } },
    },
  ],
  samples: [
    {
      ...{ id: 'order-paid', headers: {}, body: JSON.stringify(shopOrder('paid')) },
      expected: {
        ...{ event: 'order_paid', canonical: 'order.paid', objectKey: 'V-77' },
        fields: { name: 'Ana Souza', phone: '5511987654321', amount: 1259.9 },
      },
    },
  ],
  blocks: [],
  ...change,
})

type Added = { key: string; number?: number; status?: TemplateStatus; definition?: SourceDefinition }

/** Writes a version of a system down as if a platform admin had. */
export const addTemplate = async (
  deps: Deps,
  { key, number = 1, status = 'published', definition = shopDefinition() }: Added,
): Promise<void> => {
  await deps.database.db.insert(webhookTemplates).values({ id: newId(), key, number, status, definition })
  deps.bus.publish('webhook_sources.changed', {})
}

/** A system of the platform in two published versions that are alike; answers its key. */
export const publishTwice = async (deps: Deps): Promise<string> => {
  const key = newSourceKey()
  for (const number of [1, 2]) await addTemplate(deps, { key, number })
  return key
}

type Connection = { secret?: string; enabled?: boolean; key?: string }

/** A company's system that follows the first of two published versions, of a source of its own without `key`. */
export const connectPublished = async (
  deps: Deps,
  companyId: string,
  { secret, enabled = false, key: given }: Connection = {},
): Promise<{ id: string; url: string }> => {
  const [key, id, token] = [given ?? (await publishTwice(deps)), newId(), createToken()]
  const definition = shopDefinition()
  await deps.database.db.insert(webhookIntegrations).values({
    ...{ id, companyId, sourceKey: key, sourceNumber: 1, name: 'Live Shop', mapping: { events: definition.events } },
    ...{ tokenHash: hashToken(token), token: deps.sealer.seal(token), enabled },
    secrets: secret === undefined ? null : deps.sealer.seal(JSON.stringify({ secret })),
  })
  return { id, url: `/hooks/in/${token}` }
}

/** Headers by which the shop of `shopDefinition` shows that it sent a body. */
export const shopProof = (body: string, secret: string, now: Date): Record<string, string> => {
  const time = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { 'x-shop-time': String(time), 'x-shop-signature': `sha256=${signature}` }
}
