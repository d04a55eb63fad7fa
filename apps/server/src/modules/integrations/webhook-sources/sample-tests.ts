import type { SampleExpectation } from '@recado/contracts/integrations/webhook-definition'
import type { SampleResult } from '@recado/contracts/integrations/webhook-templates'
import { deliveryOfSample } from './declared.ts'
import { mapEvent } from './map-event.ts'
import type { WebhookSource } from './source.ts'

type Sample = { id: string; headers: Readonly<Record<string, string>>; body: string; expected: SampleExpectation }

const nothing: SampleExpectation = { event: null, canonical: null, objectKey: null, fields: {} }

/** What a source makes of a sample, and what it misses. */
const readSample = (source: WebhookSource, sample: Sample): { actual: SampleExpectation; missing: string[] } => {
  const delivery = deliveryOfSample(sample)
  const json = delivery.json()
  if (json === undefined) return { actual: nothing, missing: [] }
  const { event, objectKey } = source.read(delivery, {})
  const mapped = mapEvent({ events: [...source.events] }, event, source.inner ? source.inner(json) : json)
  return {
    actual: { event, objectKey, canonical: mapped?.canonical ?? null, fields: { ...mapped?.fields } },
    missing: [...(mapped?.missing ?? [])],
  }
}

const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : String(value))

const differences = (expected: SampleExpectation, actual: SampleExpectation): SampleResult['differences'] => {
  const names = [...new Set([...Object.keys(expected.fields), ...Object.keys(actual.fields)])]
  const pairs: [string, unknown, unknown][] = [
    ...(['event', 'canonical', 'objectKey'] as const).map((key): [string, unknown, unknown] => [
      key,
      expected[key],
      actual[key],
    ]),
    ...names.map((name): [string, unknown, unknown] => [`fields.${name}`, expected.fields[name], actual.fields[name]]),
  ]
  return pairs.flatMap(([path, wanted, came]) =>
    (wanted ?? null) === (came ?? null) ? [] : [{ path, expected: textOf(wanted), actual: textOf(came) }],
  )
}

/** What becomes of the samples of a source, and what of it was not expected. */
export const testSamples = (source: WebhookSource, samples: readonly Sample[]): SampleResult[] =>
  samples.map((sample) => {
    const { actual, missing } = readSample(source, sample)
    const different = differences(sample.expected, actual)
    // What means nothing, or lacks what is required, would not be worked off either.
    const passed = different.length === 0 && missing.length === 0 && actual.canonical !== null
    return { id: sample.id, passed, actual, differences: different, missing }
  })
