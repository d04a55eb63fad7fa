import type { SourceDefinition, SourcePlace } from '@recado/contracts/integrations/webhook-definition'
import { readPath } from '#server/lib/json-path.ts'
import { deliveryOf } from './delivery.ts'
import { word } from './read.ts'
import { verifierOf } from './schemes.ts'
import type { Delivery, WebhookSource } from './source.ts'

const saidAt = (place: SourcePlace): ((delivery: Delivery) => string | null) => {
  if (place.from === 'path') return ({ json }) => word(readPath(place.path, json())[0])
  const name = place.header.toLowerCase()
  return ({ headers }) => word(headers[name])
}

const nothing = (): null => null

/** A sample as it would come in. */
export const deliveryOfSample = (sample: { headers: Readonly<Record<string, string>>; body: string }): Delivery =>
  deliveryOf({
    body: Buffer.from(sample.body),
    headers: Object.fromEntries(Object.entries(sample.headers).map(([name, value]) => [name.toLowerCase(), value])),
    query: new URLSearchParams(),
    contentType: 'application/json',
  })

type Stored = { key: string; number: number; logoFileId: string | null; definition: SourceDefinition }

/** The source that a definition stands for. */
export const declaredSource = ({ key, number, logoFileId, definition }: Stored): WebhookSource => {
  const { name, category, docsUrl, steps, secrets, verification, events, recipes, samples } = definition
  const [eventIn, idIn] = [saidAt(definition.event), definition.eventId ? saidAt(definition.eventId) : nothing]
  const objectIn = definition.objectPath ? saidAt({ from: 'path', path: definition.objectPath }) : nothing
  return {
    ...{ key, number, logoFileId, name, category, docsUrl, steps, secrets, events, recipes },
    ...{ verify: verifierOf(verification), proof: verification },
    secretHeader: verification.scheme === 'token' ? verification.header.toLowerCase() : undefined,
    read: (delivery) => ({
      ...{ event: eventIn(delivery), id: idIn(delivery), objectKey: objectIn(delivery), isTest: false },
    }),
    samples: samples.map((sample) => ({
      ...{ id: sample.id, event: sample.expected.event ?? '', headers: sample.headers },
      body: deliveryOfSample(sample).json(),
    })),
  }
}
