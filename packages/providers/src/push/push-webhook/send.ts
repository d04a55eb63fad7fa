import { checkAddress, expectSuccess, postJson, requiredText, resultOf, textAt } from '../../http.ts'
import type { Adapter, PushMessage } from '../../provider.ts'
import { parsePlainReceipts } from '../../receipts.ts'
import { isSignedWithSecretKey, signatureOf } from '../../signature.ts'

/** Posts each push as JSON to an endpoint of the customer's, signed. */
export const pushWebhook: Adapter<PushMessage> = {
  send: async (credentials, { id, targets, title, content, payload, overrides, subscriber, step }, ports) => {
    const body = JSON.stringify({
      target: targets,
      title,
      content,
      overrides,
      payload: { ...payload, ...(subscriber ? { subscriber } : {}), ...(step ? { step } : {}) },
    })
    const signature = signatureOf(requiredText(credentials, 'secretKey'), body)
    const url = requiredText(credentials, 'webhookUrl')
    const answer = expectSuccess(await postJson(ports, url, body, { 'X-Novu-Signature': signature }), ports.now())
    return resultOf(textAt(answer.json, 'id') ?? id, ports.now().toISOString())
  },
  check: (credentials, ports) => checkAddress(ports, requiredText(credentials, 'webhookUrl')),
  parseReceipts: parsePlainReceipts,
  isSigned: isSignedWithSecretKey,
}
