import { createHmac } from 'node:crypto'
import { createRawHttp, requestBytes } from './raw-http.ts'

export type StatusOptions = { port: number; appSecret: string; wabaId: string; connections: number }
export type SentMessage = { number: string; wamid: string; to: string; mark: string }

const words = ['sent', 'delivered', 'read'] as const

/** Posts the three statuses of each message one after the other, each in a signed webhook of its own. */
export const createStatusSender = (options: StatusOptions) => {
  const http = createRawHttp({ host: '127.0.0.1', port: options.port, connections: options.connections })
  let sent = 0
  let failed = 0
  let waiting = 0

  const bodyOf = (message: SentMessage, status: string) => {
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '5581', phone_number_id: message.number },
      statuses: [
        {
          id: message.wamid,
          status,
          timestamp: String(Math.floor(Date.now() / 1000)),
          recipient_id: message.to,
          biz_opaque_callback_data: message.mark,
          pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' },
        },
      ],
    }
    const entry = [{ id: options.wabaId, changes: [{ value, field: 'messages' }] }]
    return JSON.stringify({ object: 'whatsapp_business_account', entry })
  }

  const post = async (message: SentMessage, status: string): Promise<void> => {
    const body = bodyOf(message, status)
    const signature = createHmac('sha256', options.appSecret).update(body).digest('hex')
    const bytes = requestBytes('POST', '/webhooks/whatsapp', { 'x-hub-signature-256': `sha256=${signature}` }, body)
    const answer = await http.send(bytes).catch(() => ({ status: 0 }))
    if (answer.status === 200) sent++
    else failed++
  }

  return {
    add: (message: SentMessage): void => {
      waiting += words.length
      void (async () => {
        for (const word of words) {
          await post(message, word)
          waiting--
        }
      })()
    },
    stats: () => ({ sent, failed, waiting }),
  }
}
export type StatusSender = ReturnType<typeof createStatusSender>
