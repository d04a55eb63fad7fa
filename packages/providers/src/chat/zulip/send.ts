import { customDataOf, expectSuccess, refusalOf, resultOf, textAt } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook } from '../webhook.ts'

const describe = (json: unknown) => ({
  message: textAt(json, 'msg') ?? textAt(json, 'error'),
  code: textAt(json, 'code'),
})

/** A webhook of Zulip that speaks Slack's format. A failure may come with status 200. */
export const zulip: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    const body = { text: message.content, ...customDataOf(message) }
    const answer = expectSuccess(await postToWebhook(ports, message, body), ports.now(), describe)
    const { ok, result } = (answer.json ?? {}) as { ok?: unknown; result?: unknown }
    if (ok === false || result === 'error') throw refusalOf(answer, ports.now(), describe(answer.json))
    return resultOf(textAt(answer.json, 'id'), ports.now().toISOString())
  },
}
