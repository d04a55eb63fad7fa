import { randomBytes } from 'node:crypto'

export type FaultInit = {
  details?: string
  http?: number
  subcode?: number
  userTitle?: string
  userMessage?: string
  transient?: boolean
}

const titles: Readonly<Record<number, string>> = {
  1: 'Unknown API error',
  33: 'Object does not exist or cannot be loaded',
  100: 'Invalid parameter',
  104: 'An access token is needed for this call',
  190: 'The access token is not valid or was revoked',
  200: 'Permission is missing',
  803: 'An id in this call does not exist',
  130403: 'Recipient and business have blocked each other',
  130429: 'Throughput limit of the number reached',
  131000: 'Something went wrong',
  131005: 'Access denied',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131021: 'Recipient and sender are the same number',
  131026: 'Message could not be delivered',
  131042: 'Payment problem of the business',
  131047: 'Re-engagement message',
  131048: 'Limit of the number reached',
  131049: 'Not delivered to keep the ecosystem healthy',
  131050: 'User has stopped marketing messages',
  131051: 'Message type is not supported',
  131052: 'Media could not be downloaded',
  131053: 'Media upload failed',
  131055: 'Method is not allowed',
  131056: 'Too many messages to this one user',
  2593107: 'Synchronisation was asked for before',
  131062: 'Recipient form is not supported for this message',
  132000: 'Number of template parameters is wrong',
  132001: 'Template does not exist in this language',
  132005: 'Filled template text is too long',
  132012: 'Template parameter has the wrong format',
  132015: 'Template is paused',
  132016: 'Template is disabled',
  133005: 'Two-step pin is wrong',
  133006: 'Number has to be verified first',
  133010: 'Number is not registered',
  133016: 'Number was registered too often',
  139100: 'Users could not be blocked',
}

export const faultTitle = (code: number): string => titles[code] ?? 'Error'

/** A refusal in Meta's form. Most are HTTP 400, token faults 401. */
export class GraphFault extends Error {
  readonly code: number
  readonly http: number
  readonly init: FaultInit

  constructor(code: number, init: FaultInit = {}) {
    super(titles[code] ?? 'Error')
    this.code = code
    this.http = init.http ?? (code === 190 || code === 104 ? 401 : 400)
    this.init = init
  }
}

const traceId = (): string => `A${randomBytes(16).toString('base64url')}`

/** The error object as it stands on the wire. */
export const faultBody = (fault: GraphFault): unknown => ({
  error: {
    message: `(#${fault.code}) ${fault.message}`,
    type: 'OAuthException',
    code: fault.code,
    ...(fault.init.subcode !== undefined && { error_subcode: fault.init.subcode }),
    ...(fault.init.transient && { is_transient: true }),
    ...(fault.init.details !== undefined && {
      error_data: { messaging_product: 'whatsapp', details: fault.init.details },
    }),
    ...(fault.init.userTitle !== undefined && { error_user_title: fault.init.userTitle }),
    ...(fault.init.userMessage !== undefined && { error_user_msg: fault.init.userMessage }),
    fbtrace_id: traceId(),
  },
})
