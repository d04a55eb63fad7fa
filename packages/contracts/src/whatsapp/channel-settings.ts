import { z } from 'zod'
import { timeOfDay } from '../companies/business-hours.ts'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { filledText, id, idParams } from '../shared.ts'

/** Text that the channel sends automatically. */
const automaticText = z.string().trim().max(1024).default('')

/**
 * What a channel does with whoever writes to it. Stored in `channels.settings.routing`; a stored object may lack members:
 * `channelRouting.parse(settings.routing ?? {})` gives every default.
 */
export const channelRouting = z.object({
  /** Team whose queue new conversations enter; null leaves them without one. */
  teamId: id.nullable().default(null),
  /** Hours that decide between greeting and away message; null is around the clock. */
  businessHoursId: id.nullable().default(null),
  /** Said once when a conversation begins within the hours. */
  greeting: z.object({ enabled: z.boolean().default(false), text: automaticText }).prefault({}),
  /** Said outside of the hours, and to the same customer again only after `everyHours`. */
  away: z
    .object({
      enabled: z.boolean().default(false),
      text: automaticText,
      everyHours: z.number().int().min(1).max(168).default(12),
    })
    .prefault({}),
})
export type ChannelRouting = z.infer<typeof channelRouting>

const keyword = filledText(40)
const keywords = z.array(keyword).max(20)
const textOf = (pt: string, en: string) =>
  z.object({ pt: automaticText.default(pt), en: automaticText.default(en) }).prefault({})

/**
 * Words by which a customer stops and resumes messages, when they are the whole message; case and accents do not count.
 * The language of the word that was written decides the language of the answer; an empty text answers nothing. Stored in
 * `channels.settings.optOut`, read as `channelOptOut.parse(settings.optOut ?? {})`.
 */
export const channelOptOut = z.object({
  enabled: z.boolean().default(true),
  stop: z
    .object({
      pt: keywords.default(['parar', 'pare', 'sair', 'cancelar', 'descadastrar', 'não quero']),
      en: keywords.default(['stop', 'unsubscribe', 'opt out', 'quit']),
    })
    .prefault({}),
  resume: z
    .object({
      pt: keywords.default(['voltar', 'retomar', 'quero receber']),
      en: keywords.default(['start', 'resume', 'subscribe']),
    })
    .prefault({}),
  stopped: textOf(
    'Pronto, você não vai mais receber nossas divulgações. Para voltar a receber, responda VOLTAR.',
    'Done, you will get no more promotions from us. To get them again, answer START.',
  ),
  resumed: textOf(
    'Que bom ter você de volta! Para deixar de receber, responda PARAR.',
    'Good to have you back! To stop again, answer STOP.',
  ),
})
export type ChannelOptOut = z.infer<typeof channelOptOut>

const LONGEST_WORDS = 3
const hasShortWords = ({ stop, resume }: ChannelOptOut): boolean =>
  [stop.pt, stop.en, resume.pt, resume.en].flat().every((words) => words.split(/\s+/).length <= LONGEST_WORDS)
const optOutTooLong = { message: 'At most three words each', path: ['stop'] }

/** What a company allows a channel, never above what Meta allows. Stored in `channels.settings.limits`, read as above. */
export const channelLimits = z.object({
  /** Most messages a second; null is as many as Meta takes. */
  messagesPerSecond: z.number().int().min(1).max(1000).nullable().default(null),
  /** Most marketing messages in a day of the company; null sets no cap. */
  marketingPerDay: z.number().int().min(0).max(1_000_000).nullable().default(null),
  /** When no marketing leaves, in the company's zone. `from` later than `to` goes past midnight. */
  quietHours: z
    .object({
      enabled: z.boolean().default(false),
      from: timeOfDay.default('21:00'),
      to: timeOfDay.default('08:00'),
    })
    .prefault({}),
  /** The daily spending cap in the company's currency; `hard` holds further messages, otherwise it only warns. */
  spendPerDay: z
    .object({ amount: z.number().min(0).max(10_000_000).nullable().default(null), hard: z.boolean().default(false) })
    .prefault({}),
})
export type ChannelLimits = z.infer<typeof channelLimits>

/** What people can tap or type in WhatsApp, kept at Meta. Lengths are Meta's. */
export const channelConversational = z.object({
  iceBreakers: z.array(filledText(80)).max(4).default([]),
  commands: z
    .array(
      z.object({
        name: z
          .string()
          .trim()
          .regex(/^[a-z0-9_]{1,32}$/),
        description: filledText(256),
      }),
    )
    .max(30)
    .default([]),
})
export type ChannelConversational = z.infer<typeof channelConversational>

/** Everything a company sets for one channel; `version` is what a change has to name. */
export const channelSettings = z.object({
  version: z.number().int(),
  routing: channelRouting,
  optOut: channelOptOut,
  limits: channelLimits,
  conversational: channelConversational,
})
export type ChannelSettings = z.infer<typeof channelSettings>

const changed = { params: idParams, response: channelSettings } as const

export const updateChannelRouting = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/routing',
  can: 'channels.manage',
  summary: 'Replaces where new conversations go and what is said to them',
  body: z.object({ version: z.number().int(), routing: channelRouting }),
  errors: ['conflict'],
  ...changed,
})

export const updateChannelOptOut = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/opt-out',
  can: 'channels.manage',
  summary: 'Replaces the words that stop and resume messages, and what is answered',
  body: z.object({ version: z.number().int(), optOut: channelOptOut.refine(hasShortWords, optOutTooLong) }),
  errors: ['conflict'],
  ...changed,
})

export const updateChannelLimits = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/limits',
  can: 'channels.manage',
  summary: 'Replaces what the company allows the channel',
  body: z.object({ version: z.number().int(), limits: channelLimits }),
  errors: ['conflict'],
  ...changed,
})

export const updateChannelConversational = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/conversational',
  can: 'channels.manage',
  summary: 'Replaces ice breakers and commands at Meta',
  body: z.object({ version: z.number().int(), conversational: channelConversational }),
  errors: ['conflict', ...providerErrors],
  ...changed,
})
