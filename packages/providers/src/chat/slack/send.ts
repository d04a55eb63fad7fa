import { customDataOf, expectSuccess, resultOf } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook } from '../webhook.ts'

/** An incoming webhook of Slack. It answers one word: `ok`, or what was wrong. */
export const slack: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    const { content, blocks } = message
    const body = { text: content, ...(blocks ? { blocks } : {}), ...customDataOf(message) }
    const answer = await postToWebhook(ports, message, body)
    const { headers } = expectSuccess(answer, ports.now(), () =>
      answer.text ? { code: answer.text.slice(0, 100) } : {},
    )
    return resultOf(headers['x-slack-req-id'], ports.now().toISOString())
  },
}
