import { customDataOf, expectSuccess, resultOf } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook } from '../webhook.ts'

/** An inbound webhook of Ryver; it gives no id. */
export const ryver: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    expectSuccess(await postToWebhook(ports, message, { body: message.content, ...customDataOf(message) }), ports.now())
    return resultOf(undefined, ports.now().toISOString())
  },
}
