import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../shared.ts'
import { channelDetail } from './channels.ts'

/** A token as it travels in a header: nothing but printable ASCII, so that a line break from copying is told at once. */
const graphToken = z
  .string()
  .trim()
  .min(20)
  .max(1000)
  .regex(/^[!-~]+$/)

/** Meta's two-step PIN. */
export const pin = z.string().regex(/^\d{6}$/)

/** What someone pastes from Meta to connect a number. */
export const connectChannelBody = z.object({
  wabaId: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/),
  phoneNumberId: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/),
  accessToken: graphToken,
  /** Only when the company uses an app of its own at Meta. */
  appSecret: z.string().trim().min(16).max(200).optional(),
  /** Two-step PIN; given, the number is registered with it when it is not registered yet. */
  pin: pin.optional(),
})

/** One live check of connecting, in order; the first that fails stops. */
export const connectSteps = ['token', 'scopes', 'account', 'number', 'free', 'registration', 'subscription'] as const
export const connectCheckResult = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(connectSteps),
      state: z.enum(['ok', 'failed', 'skipped']),
      errorCode: z.number().int().nullable(),
      detail: z.string().nullable(),
    }),
  ),
  number: z
    .object({
      phone: z.string(),
      name: z.string(),
      quality: z.string().nullable(),
    })
    .nullable(),
})

export const checkChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/checks',
  can: 'channels.connect',
  summary: 'Tries what a person pasted against Meta, and changes nothing',
  body: connectChannelBody,
  response: connectCheckResult,
})

export const connectChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels',
  can: 'channels.connect',
  summary: 'Connects a number: checks it, subscribes to its webhooks and keeps its token sealed',
  body: connectChannelBody,
  response: channelDetail,
  status: 201,
  errors: [
    'channel_taken',
    'channel_token_invalid',
    'channel_scopes_missing',
    'channel_ids_mismatch',
    'provider_error',
  ],
})

export const deregisterChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/deregistrations',
  can: 'channels.connect',
  summary: 'Takes the number off the Cloud API at Meta and disconnects it; not for numbers of the phone app',
  params: idParams,
  response: null,
  errors: ['provider_error', 'channel_busy', 'channel_not_sendable'],
})

export const moveChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/moves',
  can: 'channels.connect',
  summary: 'Connects the number in another company where I am admin; conversations stay readable here',
  params: idParams,
  body: z.object({ companyId: id }),
  response: null,
  errors: ['channel_busy'],
})

export const replaceChannelToken = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/token',
  can: 'channels.connect',
  summary: 'Gives a new token; chats and templates stay',
  params: idParams,
  body: z.object({ accessToken: graphToken }),
  response: channelDetail,
  errors: ['channel_token_invalid', 'channel_scopes_missing', 'channel_ids_mismatch', 'provider_error'],
})

export const disconnectChannel = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/:id',
  can: 'channels.connect',
  summary: 'Disconnects the number; its conversations stay readable',
  params: idParams,
  response: null,
})

export const getSpareNumber = endpoint({
  method: 'GET',
  path: '/api/v1/channels/spare-number',
  can: 'channels.connect',
  summary: 'In the demo: a number of the sandbox that nobody has connected, and what connects it; null elsewhere',
  response: z.object({
    number: z
      .object({ wabaId: z.string(), phoneNumberId: z.string(), phone: z.string(), accessToken: z.string() })
      .nullable(),
  }),
})
