import { z } from 'zod'
import { accessBlocks } from '../abilities.ts'
import { filledText } from '../shared.ts'
import { canonicalEvents } from './canonical-events.ts'
import { eventMap, mappingLimits } from './webhook-mapping.ts'
import { secretOrigins, webhookSourceCategories } from './webhook-source-kinds.ts'

// A system whose webhooks can be taken in, said as data alone: what platform admins write.

/** `sample`: bytes of its body. `all`: bytes of all samples. */
export const sourceLimits = {
  ...{ steps: 15, step: 500, samples: 20, sample: 100_000, all: 700_000, recipes: 10, headers: 20 },
} as const

const inBoth = (max: number) => z.object({ en: filledText(max), pt: filledText(max) })

const header = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[A-Za-z0-9-]+$/)
const path = z.string().trim().min(1).max(mappingLimits.path)

/** Where a delivery says something: at a path of its body, or in a header. */
export const sourcePlace = z.discriminatedUnion('from', [
  z.object({ from: z.literal('path'), path }),
  z.object({ from: z.literal('header'), header }),
])
export type SourcePlace = z.output<typeof sourcePlace>

const placeholder = /\{(body|timestamp|header:[A-Za-z0-9-]{1,60}|query:[\w.-]{1,60})\}/g

/** What stands in a signed text, in its order: `{body}`, `{timestamp}`, `{header:name}`, `{query:name}` and other words. */
export const signedParts = (
  signed: string,
): { kind: 'body' | 'timestamp' | 'header' | 'query' | 'text'; of: string }[] => {
  const parts: ReturnType<typeof signedParts> = []
  let end = 0
  for (const match of signed.matchAll(placeholder)) {
    if (match.index > end) parts.push({ kind: 'text', of: signed.slice(end, match.index) })
    const [kind = 'body', of = ''] = (match[1] ?? '').split(/:(.*)/s)
    parts.push({ kind: kind as 'body', of: kind === 'header' ? of.toLowerCase() : of })
    end = match.index + match[0].length
  }
  if (end < signed.length) parts.push({ kind: 'text', of: signed.slice(end) })
  return parts
}

const names = (signed: string, kind: string): number => signedParts(signed).filter((part) => part.kind === kind).length

/** Name of a pair in a header such as `t=1,v1=2`; null where the header is the value. */
const parameter = z.string().trim().max(20).regex(/^\w+$/).nullable()

const hmac = z
  .object({
    scheme: z.literal('hmac'),
    algorithm: z.enum(['sha1', 'sha256', 'sha512']),
    encoding: z.enum(['hex', 'base64']),
    header,
    parameter,
    /** What stands before the signature. */
    prefix: z.string().max(20),
    signed: z.string().max(200),
    /** When it was signed, by which what is old is refused. */
    timestamp: z
      .object({
        header,
        parameter,
        unit: z.enum(['seconds', 'milliseconds']),
        toleranceSeconds: z.number().int().min(30).max(3600),
      })
      .nullable(),
  })
  .refine(({ signed }) => names(signed, 'body') === 1, { path: ['signed'], params: { code: 'signed_body' } })
  .refine(({ signed, timestamp }) => names(signed, 'timestamp') === (timestamp ? 1 : 0), {
    path: ['signed'],
    params: { code: 'signed_timestamp' },
  })

/** How a delivery proves who sent it. */
export const sourceVerification = z.discriminatedUnion('scheme', [
  z.object({ scheme: z.literal('none') }),
  z.object({ scheme: z.literal('token'), header, prefix: z.string().max(20) }),
  hmac,
  z.object({ scheme: z.literal('basic') }),
  z.object({ scheme: z.literal('standard') }),
])
export type SourceVerification = z.output<typeof sourceVerification>

export const sourceSecretKeys = ['user', 'secret'] as const

const secret = z.object({
  key: z.enum(sourceSecretKeys),
  label: inBoth(60),
  origin: z.enum(secretOrigins),
  required: z.boolean(),
})

/** Texts in which `{{name}}` stands for a field. */
const values = z
  .record(z.string().max(60), z.string().max(500))
  .refine((all) => Object.keys(all).length <= 20, { params: { code: 'too_many_entries' } })

/** Something that can be done about events, offered to a company, which says with what of its own. */
export const sourceRecipe = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('template'),
    name: inBoth(80),
    on: z.array(z.enum(canonicalEvents)).max(canonicalEvents.length),
    templateName: z.string().trim().max(512),
    values,
  }),
  z.object({
    type: z.literal('tags'),
    name: inBoth(80),
    on: z.array(z.enum(canonicalEvents)).max(canonicalEvents.length),
  }),
  z.object({
    type: z.literal('attribute'),
    name: inBoth(80),
    on: z.array(z.enum(canonicalEvents)).max(canonicalEvents.length),
    key: filledText(60),
    value: z.string().max(500),
  }),
])
export type SourceRecipe = z.output<typeof sourceRecipe>

const fieldValue = z.union([z.string().max(2000), z.number(), z.boolean()])

/** What a sample has to come to. */
export const sampleExpectation = z.object({
  event: z.string().max(500).nullable(),
  canonical: z.enum(canonicalEvents).nullable(),
  objectKey: z.string().max(500).nullable(),
  fields: z.record(z.string().max(40), fieldValue),
})
export type SampleExpectation = z.output<typeof sampleExpectation>

const bytes = (text: string): number => new TextEncoder().encode(text).length

export const sourceSample = z.object({
  id: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  headers: z
    .record(header, z.string().max(500))
    .refine((all) => Object.keys(all).length <= sourceLimits.headers, { params: { code: 'too_many_entries' } }),
  /** JSON, as the system sends it. */
  body: z
    .string()
    .max(sourceLimits.sample)
    .refine((text) => bytes(text) <= sourceLimits.sample, { params: { code: 'too_large' } }),
  expected: sampleExpectation,
})
export type SourceSample = z.output<typeof sourceSample>

const distinct = <T>(items: readonly T[], of: (item: T) => string): boolean =>
  new Set(items.map(of)).size === items.length

const unique = { params: { code: 'duplicate' } }

const httpsUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .max(300)
  .refine((url) => !/[\s<>"'`\\]/.test(url), { params: { code: 'url' } })

export const sourceDefinition = z.object({
  name: inBoth(60),
  category: z.enum(webhookSourceCategories),
  docsUrl: httpsUrl.nullable(),
  steps: z.object({
    en: z.array(filledText(sourceLimits.step)).max(sourceLimits.steps),
    pt: z.array(filledText(sourceLimits.step)).max(sourceLimits.steps),
  }),
  verification: sourceVerification,
  secrets: z
    .array(secret)
    .max(2)
    .refine((all) => distinct(all, ({ key }) => key), unique),
  /** What an event is called, and known by where the system gives it an id. */
  event: sourcePlace,
  eventId: sourcePlace.nullable(),
  /** What it is about: events of one object are worked off in their order. */
  objectPath: path.nullable(),
  events: z
    .array(eventMap)
    .max(mappingLimits.events)
    .refine((all) => distinct(all, ({ event }) => event), unique),
  recipes: z.array(sourceRecipe).max(sourceLimits.recipes),
  samples: z
    .array(sourceSample)
    .max(sourceLimits.samples)
    .refine((all) => distinct(all, ({ id }) => id), unique)
    .refine((all) => all.reduce((sum, { body }) => sum + bytes(body), 0) <= sourceLimits.all, {
      params: { code: 'too_large' },
    }),
  /** Companies that have been granted all of these are offered it; empty for all. */
  blocks: z.array(z.enum(accessBlocks)).max(accessBlocks.length),
})
export type SourceDefinition = z.output<typeof sourceDefinition>
