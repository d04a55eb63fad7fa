import { credentialText, customDataOf, expectSuccess, isoOf, resultOf } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook } from '../webhook.ts'

const wireNames = {
  alertUid: 'alert_uid',
  title: 'title',
  imageUrl: 'image_url',
  state: 'state',
  externalLink: 'link_to_upstream_details',
} as const

/** The formatted webhook of Grafana OnCall, which Grafana Cloud IRM understands too; it gives no id. */
export const grafanaOnCall: Adapter<ChatMessage> = {
  send: async (credentials, message, ports) => {
    const facts = Object.entries(wireNames).flatMap(([key, name]) => {
      const value = credentialText(customDataOf(message), key) ?? credentialText(credentials, key)
      return value === undefined ? [] : [[name, value]]
    })
    const body = { ...Object.fromEntries(facts), message: message.content }
    const { headers } = expectSuccess(await postToWebhook(ports, message, body), ports.now())
    return resultOf(undefined, isoOf(headers['date']) ?? ports.now().toISOString())
  },
}
