import { type Answer, postJson } from '../http.ts'
import { type ChatMessage, ProviderError, type ProviderPorts } from '../provider.ts'

/** Where the subscriber wants to be written to. */
export const webhookOf = ({ webhookUrl }: ChatMessage): string => {
  if (webhookUrl) return webhookUrl
  throw new ProviderError('refused', 'The subscriber has no webhook address with this provider')
}

export const postToWebhook = (ports: ProviderPorts, message: ChatMessage, body: unknown): Promise<Answer> =>
  postJson(ports, webhookOf(message), body)
