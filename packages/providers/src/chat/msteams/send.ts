import { expectSuccess, refusalOf, resultOf, textAt } from '../../http.ts'
import type { Adapter, ChatMessage } from '../../provider.ts'
import { postToWebhook, webhookOf } from '../webhook.ts'

/** Office 365 connectors, which are being switched off. They may answer 200 with an error; success is the text `1`. */
const isConnector = (address: string) =>
  URL.canParse(address) && /\.webhook\.office\.com$/.test(new URL(address).hostname)

const jsonObject = (content: string): unknown => {
  if (!content.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

const card = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text, wrap: true }],
      },
    },
  ],
})

/** A Workflows address of Teams takes adaptive cards. Content that is a JSON object goes as it is. */
export const msteams: Adapter<ChatMessage> = {
  send: async (_credentials, message, ports) => {
    const { content } = message
    const connector = isConnector(webhookOf(message))
    const body = jsonObject(content) ?? (connector ? { text: content } : card(content))
    const answer = await postToWebhook(ports, message, body)
    const { headers, text } = expectSuccess(answer, ports.now(), (json) => ({
      message: textAt(json, 'error.message'),
      code: textAt(json, 'error.code'),
    }))
    if (connector && text !== '' && text.trim() !== '1') throw refusalOf(answer, ports.now())
    const id = headers['x-ms-workflow-run-id'] ?? headers['x-ms-request-id'] ?? headers['request-id']
    return resultOf(id, ports.now().toISOString())
  },
}
