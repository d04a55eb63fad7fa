import { customDataOf, expectSuccess, isoOf, resultOf, textAt } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook, webhookOf } from '../webhook.ts'

/** A webhook of Discord. Only with `wait` it answers what it made, with an id. */
const waiting = (address: string): string => {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('wait', 'true')
  return url.href
}

const describe = (json: unknown) => {
  const seconds = Number(textAt(json, 'retry_after'))
  return {
    message: textAt(json, 'message'),
    code: textAt(json, 'code'),
    retryAfterSeconds: seconds > 0 ? Math.ceil(seconds) : undefined,
  }
}

export const discord: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    const body = { content: message.content, ...customDataOf(message) }
    const answer = await postToWebhook(ports, { ...message, webhookUrl: waiting(webhookOf(message)) }, body)
    const { json } = expectSuccess(answer, ports.now(), describe)
    return resultOf(textAt(json, 'id'), isoOf(textAt(json, 'timestamp')) ?? ports.now().toISOString())
  },
}
