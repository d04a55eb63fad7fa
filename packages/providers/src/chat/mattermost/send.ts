import { expectSuccess, isoOf, resultOf, textAt } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook } from '../webhook.ts'

/** An incoming webhook of Mattermost. */
export const mattermost: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    const { content, channel, customData } = message
    const body = { text: content, ...(channel ? { channel } : {}), ...customData }
    const { headers } = expectSuccess(await postToWebhook(ports, message, body), ports.now(), (json) => ({
      message: textAt(json, 'message'),
      code: textAt(json, 'id'),
    }))
    return resultOf(headers['x-request-id'], isoOf(headers['date']) ?? ports.now().toISOString())
  },
}
