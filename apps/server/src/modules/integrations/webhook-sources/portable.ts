import type { SampleExpectation, SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import type { WebhookSourceKey } from '@recado/contracts/integrations/webhook-source-kinds'
import type { ShownDefinition } from '@recado/contracts/integrations/webhook-templates'
import { declaredSource } from './declared.ts'
import { expectations } from './expectations.ts'
import { testSamples } from './sample-tests.ts'
import type { WebhookSource } from './source.ts'

type Reading = Pick<SourceDefinition, 'verification' | 'event' | 'eventId' | 'objectPath'>

const path = (text: string) => ({ from: 'path', path: text }) as const
const header = (name: string) => ({ from: 'header', header: name }) as const
const signed = { parameter: null, prefix: '', signed: '{body}', timestamp: null }

/** How sources of the product that need no code of their own would be said as data. */
const readings: Partial<Record<WebhookSourceKey, Reading>> = {
  shopify: {
    verification: {
      ...signed,
      ...{ scheme: 'hmac', algorithm: 'sha256', encoding: 'base64', header: 'x-shopify-hmac-sha256' },
    },
    event: header('x-shopify-topic'),
    ...{ eventId: header('x-shopify-webhook-id'), objectPath: '$.id' },
  },
  hotmart: {
    verification: { scheme: 'token', header: 'x-hotmart-hottok', prefix: '' },
    ...{ event: path('$.event'), eventId: path('$.id'), objectPath: '$.data.purchase.transaction' },
  },
  eduzz: {
    verification: { ...signed, scheme: 'hmac', algorithm: 'sha256', encoding: 'hex', header: 'x-signature' },
    ...{ event: path('$.event'), eventId: path('$.id'), objectPath: '$.data.id' },
  },
  stripe: {
    verification: {
      ...{ scheme: 'hmac', algorithm: 'sha256', encoding: 'hex', header: 'stripe-signature', parameter: 'v1' },
      ...{ prefix: '', signed: '{timestamp}.{body}' },
      timestamp: { header: 'stripe-signature', parameter: 't', unit: 'seconds', toleranceSeconds: 300 },
    },
    ...{ event: path('$.type'), eventId: path('$.id'), objectPath: '$.data.object.id' },
  },
  typeform: {
    verification: {
      ...signed,
      ...{ scheme: 'hmac', algorithm: 'sha256', encoding: 'base64', header: 'typeform-signature', prefix: 'sha256=' },
    },
    ...{ event: path('$.event_type'), eventId: path('$.event_id'), objectPath: '$.form_response.token' },
  },
  generic: {
    verification: { scheme: 'standard' },
    ...{ event: path('$.type'), eventId: header('webhook-id'), objectPath: '$.order.id' },
  },
}

const unknown: SampleExpectation = { event: null, canonical: null, objectKey: null, fields: {} }

/** The samples of a source of the product, with what each has to come to. */
export const samplesOf = ({ key, samples }: WebhookSource): SourceDefinition['samples'] =>
  samples.map(({ id, headers = {}, body }) => ({
    ...{ id, headers, body: JSON.stringify(body, null, 2) },
    expected: expectations[key]?.[id] ?? unknown,
  }))

const provedBy = ({ secrets }: WebhookSource) => {
  const one = secrets.find(({ key }) => key === 'secret') ?? secrets.find(({ required }) => required)
  return one ? [one] : []
}

/** A source of the product as data, as far as it can be said so. */
export const shownDefinitionOf = (source: WebhookSource): ShownDefinition => {
  const reading = readings[source.key as WebhookSourceKey]
  return {
    ...{ name: source.name, category: source.category, docsUrl: source.docsUrl, blocks: [], recipes: [] },
    steps: { en: [...source.steps.en], pt: [...source.steps.pt] },
    verification: reading?.verification ?? null,
    event: reading?.event ?? null,
    ...{ eventId: reading?.eventId ?? null, objectPath: reading?.objectPath ?? null },
    secrets: provedBy(source).map((one) => ({ ...one, key: 'secret', required: true })),
    events: [...source.events],
    samples: samplesOf(source),
  }
}

/** A source of the product as one of one's own begins with it; null for those that need code of their own. */
export const portableDefinition = (source: WebhookSource): SourceDefinition | null => {
  const { verification, event, ...shown } = shownDefinitionOf(source)
  if (!verification || !event) return null
  const definition = { ...shown, verification, event }
  const draft = declaredSource({ key: source.key, number: 1, logoFileId: null, definition })
  const results = testSamples(draft, definition.samples)
  return {
    ...definition,
    samples: definition.samples.map((sample, n) => ({ ...sample, expected: results[n]?.actual ?? sample.expected })),
  }
}
