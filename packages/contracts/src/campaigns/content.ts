import { z } from 'zod'
import { filledText, id } from '../shared.ts'

export const contentLimits = { channels: 20, variants: 4, values: 60, replies: 40, text: 1024 } as const

/** What is done with a value, from left to right. */
export const valueFormats = [
  'trim',
  'first_name',
  'upper',
  'lower',
  'title',
  'date',
  'date_long',
  'weekday',
  'number',
  'money',
] as const
export type ValueFormat = (typeof valueFormats)[number]

/** What happens to a recipient without the value: nothing is sent, or a text stands in its place. */
const missing = z.discriminatedUnion('action', [
  z.object({ action: z.literal('skip') }),
  z.object({ action: z.literal('text'), text: filledText(contentLimits.text) }),
])
const varying = {
  format: z.array(z.enum(valueFormats)).max(4).default([]),
  missing: missing.default({ action: 'skip' }),
}

/** Where the value of one variable of the template comes from. */
export const valueSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('text'), text: filledText(contentLimits.text) }),
  /** A field of the contact by its name in the catalogue of fields, such as `name` or `attributes.city`. */
  z.object({ from: z.literal('field'), field: z.string().min(1).max(100), ...varying }),
  /** A column of the uploaded rows. */
  z.object({ from: z.literal('column'), column: filledText(200), ...varying }),
  /** A file that was uploaded for a header of media. */
  z.object({ from: z.literal('file'), fileId: id }),
])
export type ValueSource = z.output<typeof valueSource>

export const languageChoice = z.discriminatedUnion('strategy', [
  z.object({ strategy: z.literal('fixed'), language: z.string().min(2).max(20) }),
  /** The language of the contact, where the template has it and it is approved; otherwise `fallback`. */
  z.object({ strategy: z.literal('contact'), fallback: z.string().min(2).max(20) }),
])
export type LanguageChoice = z.infer<typeof languageChoice>

export const variantKeys = ['A', 'B', 'C', 'D'] as const
export type VariantKey = (typeof variantKeys)[number]

export const campaignVariant = z.object({
  key: z.enum(variantKeys),
  /** Name of the template in the account of the numbers. */
  template: z.string().max(512),
  language: languageChoice,
  /** Sources by the keys of the template's variables. */
  values: z
    .record(z.string().max(80), valueSource)
    .refine((values) => Object.keys(values).length <= contentLimits.values, { params: { code: 'too_many_entries' } })
    .default({}),
  /** Share of those who get the variants, in percent; the shares of all variants make 100. */
  share: z.number().int().min(1).max(100),
})
export type CampaignVariant = z.output<typeof campaignVariant>

export const winnerMetrics = ['read', 'click', 'reply'] as const

/**
 * Who chooses the winner of a test. `clear`: the product, and the first variant where the difference may be chance. `best`:
 * the product, however small the difference is. `ask`: a person.
 */
export const winnerRules = ['clear', 'best', 'ask'] as const
export type WinnerRule = (typeof winnerRules)[number]

/**
 * Why a variant won. `clear`: better than each of the others, and not by chance. `higher`: better, though that may be chance.
 * The first one: `unclear`, since the difference may be chance; `tie`; `too_little`, since too little is known to tell.
 */
export const winnerReasons = ['clear', 'higher', 'unclear', 'tie', 'too_little', 'person'] as const
export type WinnerReason = (typeof winnerReasons)[number]

/** `least`: people who get each variant of a test at least. */
export const testLimits = { percent: [5, 90], hours: [1, 72], least: 10 } as const

/** What a route names that may be gone one day. */
export const replyTargets = ['labelId', 'tagId', 'listId', 'teamId', 'assigneeId'] as const
export type ReplyTarget = (typeof replyTargets)[number]

/** What follows when a recipient answers. */
export const replyRoute = z.object({
  /** Text of the button as it stands in the template. Null: the first answer of a recipient that presses none of the others. */
  button: z.string().min(1).max(25).nullable(),
  labelId: id.nullable().default(null),
  tagId: id.nullable().default(null),
  listId: id.nullable().default(null),
  teamId: id.nullable().default(null),
  assigneeId: id.nullable().default(null),
  /** They want no more marketing. */
  optOut: z.boolean().default(false),
})
export type ReplyRoute = z.output<typeof replyRoute>

export const campaignContent = z.object({
  /** Numbers that send; of several, each sends its weight's part. */
  channels: z
    .array(z.object({ channelId: id, weight: z.number().int().min(1).max(100).default(1) }))
    .max(contentLimits.channels)
    .default([]),
  /** Recipients who wrote to one of the numbers before hear from that one. */
  sticky: z.boolean().default(true),
  variants: z.array(campaignVariant).max(contentLimits.variants).default([]),
  /** Tries the variants on a part of the audience first, and sends the best one to the others. Null: all at once, by shares. */
  test: z
    .object({
      percent: z.number().int().min(testLimits.percent[0]).max(testLimits.percent[1]),
      metric: z.enum(winnerMetrics),
      /** From when the last of them has got it until the winner is chosen. */
      hours: z.number().int().min(testLimits.hours[0]).max(testLimits.hours[1]),
      rule: z.enum(winnerRules).default('clear'),
    })
    .nullable()
    .default(null),
  /** Links in texts lead over the product, so that clicks are counted. */
  trackLinks: z.boolean().default(true),
  replies: z
    .array(replyRoute)
    .max(contentLimits.replies)
    .refine((routes) => new Set(routes.map(({ button }) => button)).size === routes.length, {
      params: { code: 'duplicate' },
    })
    .default([]),
})
export type CampaignContent = z.output<typeof campaignContent>

/** What is wrong with the variants as they stand, whatever their templates are. */
export type VariantProblem = 'shares_invalid' | 'test_one_variant' | 'test_no_links'

export const variantProblems = ({
  variants,
  test,
  trackLinks,
}: Pick<CampaignContent, 'variants' | 'test' | 'trackLinks'>): VariantProblem[] => [
  ...(variants.length > 0 && variants.reduce((sum, { share }) => sum + share, 0) !== 100
    ? (['shares_invalid'] as const)
    : []),
  ...(test && variants.length < 2 ? (['test_one_variant'] as const) : []),
  ...(test?.metric === 'click' && !trackLinks ? (['test_no_links'] as const) : []),
]

/** How many of an audience the smallest group of a test has. */
export const smallestGroup = ({ variants, test }: Pick<CampaignContent, 'variants' | 'test'>, people: number): number =>
  Math.floor((people * (test?.percent ?? 100) * Math.min(...variants.map(({ share }) => share))) / 10_000)
