import { z } from 'zod'
import { type Answer, call, customDataOf, expectSuccess, postJson, requiredText, resultOf, textAt } from '../../http.ts'
import {
  type Adapter,
  type ChatMessage,
  type Credentials,
  ProviderError,
  type ProviderPorts,
  type Receipt,
  type ReceiptStatus,
} from '../../provider.ts'
import { isSignedByMeta } from '../../signature.ts'

const GRAPH_URL = 'https://graph.facebook.com/v18.0'
const PAUSE_SECONDS = 60
/** Too many calls or messages, by the list of error codes of the Cloud API. */
const throttled = new Set(['4', '80007', '130429', '131048', '131056', '133016'])

const urlOf = (credentials: Credentials, ports: ProviderPorts, path = '') =>
  `${ports.baseUrl ?? GRAPH_URL}/${encodeURIComponent(requiredText(credentials, 'phoneNumberIdentification'))}${path}`
const headersOf = (credentials: Credentials) => ({ authorization: `Bearer ${requiredText(credentials, 'apiToken')}` })

const describe = (json: unknown) => {
  const code = textAt(json, 'error.code')
  const detail = textAt(json, 'error.error_data.details')
  return {
    message: [textAt(json, 'error.message'), detail].filter(Boolean).join(': '),
    code,
    retryAfterSeconds: code && throttled.has(code) ? PAUSE_SECONDS : undefined,
  }
}
const expectOk = (answer: Answer, ports: ProviderPorts) => expectSuccess(answer, ports.now(), describe)

const contentOf = (message: ChatMessage) => {
  const { template } = customDataOf(message)
  return template
    ? { type: 'template', template }
    : { type: 'text', text: { body: message.content, preview_url: false } }
}

const status = z.object({
  id: z.string().min(1),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: z.union([z.string(), z.number()]).optional(),
})
const change = z.object({ value: z.object({ statuses: z.array(z.unknown()).default([]) }) })
const webhook = z.object({ entry: z.array(z.object({ changes: z.array(z.unknown()).default([]) })) })

const receiptOf = (raw: unknown): Receipt[] => {
  const parsed = status.safeParse(raw)
  if (!parsed.success) return []
  const { id, status: event, timestamp } = parsed.data
  const seconds = Number(timestamp)
  const at = seconds > 0 && seconds < 1e11 ? { at: new Date(seconds * 1000).toISOString() } : {}
  return [{ id, event, status: event satisfies ReceiptStatus, ...at, raw }]
}

/** A WhatsApp number by the Cloud API: plain text, or the template object of `customData.template` as it is. */
export const whatsappBusiness: Adapter<ChatMessage> = {
  send: async (credentials, message, ports) => {
    const to = message.phoneNumber?.replace(/\D/g, '')
    if (!to) throw new ProviderError('refused', 'The subscriber has no phone number')
    const body = { messaging_product: 'whatsapp', recipient_type: 'individual', to, ...contentOf(message) }
    const answer = await postJson(ports, urlOf(credentials, ports, '/messages'), body, headersOf(credentials))
    return resultOf(textAt(expectOk(answer, ports).json, 'messages.0.id'), ports.now().toISOString())
  },
  check: async (credentials, ports) => {
    expectOk(
      await call(ports, { url: urlOf(credentials, ports, '?fields=id'), headers: headersOf(credentials) }),
      ports,
    )
  },
  parseReceipts: (body) => {
    const parsed = webhook.safeParse(body)
    if (!parsed.success) return []
    return parsed.data.entry
      .flatMap(({ changes }) => changes)
      .flatMap((one) => change.safeParse(one).data?.value.statuses ?? [])
      .flatMap(receiptOf)
  },
  isSigned: isSignedByMeta,
}
