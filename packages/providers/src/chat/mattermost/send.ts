import { customDataOf, expectSuccess, isoOf, resultOf, textAt } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook } from '../webhook.ts'

/** An incoming webhook of Mattermost. */
export const mattermost: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    const { content, chatChannel } = message
    const body = { text: content, ...(chatChannel ? { channel: chatChannel } : {}), ...customDataOf(message) }
    const { headers } = expectSuccess(await postToWebhook(ports, message, body), ports.now(), (json) => ({
      message: textAt(json, 'message'),
      code: textAt(json, 'id'),
    }))
    return resultOf(headers['x-request-id'], isoOf(headers['date']) ?? ports.now().toISOString())
  },
}
