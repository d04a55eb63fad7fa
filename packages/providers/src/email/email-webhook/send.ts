import { checkAddress, expectSuccess, postJson, requiredText, resultOf } from '../../http.ts'
import type { Adapter, EmailMessage } from '../../provider.ts'
import { parsePlainReceipts } from '../../receipts.ts'
import { isSignedWithSecretKey, signatureOf } from '../../signature.ts'

const RETRY_SECONDS = 30

/** Posts each mail as JSON to an endpoint of the customer's, signed. Attachments travel in base64. */
export const emailWebhook: Adapter<EmailMessage> = {
  send: async (credentials, { channel: _channel, ...message }, ports) => {
    const attachments = message.attachments?.map(({ name, mime, content }) => ({
      name,
      mime,
      encoding: 'base64',
      content: content.toString('base64'),
    }))
    const body = JSON.stringify({
      ...message,
      from: message.from ?? credentials['from'],
      senderName: message.senderName ?? credentials['senderName'],
      ...(attachments ? { attachments } : {}),
    })
    const signature = signatureOf(requiredText(credentials, 'secretKey'), body)
    const url = requiredText(credentials, 'webhookUrl')
    const answer = await postJson(ports, url, body, { 'X-Novu-Signature': signature })
    expectSuccess(answer, ports.now(), () => (answer.status >= 500 ? { retryAfterSeconds: RETRY_SECONDS } : {}))
    return resultOf(message.id, ports.now().toISOString())
  },
  check: (credentials, ports) => checkAddress(ports, requiredText(credentials, 'webhookUrl')),
  parseReceipts: parsePlainReceipts,
  isSigned: isSignedWithSecretKey,
}
