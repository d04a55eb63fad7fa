import { isRecord, textOf } from '@recado/contracts/whatsapp/template-parts'
import { Dispatcher } from 'undici'
import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import { createGraphClient, type GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import type { ChannelWithAccount } from './queries.ts'

// The number of test keys. It answers in Meta's words within this process: nothing leaves, whatever is asked of it.

type Asked = { method: string; path: string; body: unknown }
type Answer = { status: number; json: object }

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** What a customer would say to a message: the same to the same. */
const replyTo = (message: Record<string, unknown>): string => {
  const of = (type: string, member: string) => textOf(recordOf(message[type])[member])
  const said = of('text', 'body') || of('template', 'name') || of(textOf(message['type']), 'caption')
  return `Test reply to: ${said || textOf(message['type'])}`.slice(0, 1000)
}

/** The first button, or the first row of a list, which the customer presses. */
const firstChoice = (message: Record<string, unknown>) => {
  const action = recordOf(recordOf(message['interactive'])['action'])
  const [button] = Array.isArray(action['buttons']) ? action['buttons'] : []
  const [section] = Array.isArray(action['sections']) ? action['sections'] : []
  const rows = recordOf(section)['rows']
  const reply = recordOf(recordOf(button)['reply'])
  if (textOf(reply['id'])) return { type: 'button_reply', id: textOf(reply['id']), title: textOf(reply['title']) }
  const row = recordOf(Array.isArray(rows) ? rows[0] : null)
  return textOf(row['id']) ? { type: 'list_reply', id: textOf(row['id']), title: textOf(row['title']) } : null
}

const takeMessage = async (deps: Deps, row: ChannelWithAccount, body: unknown): Promise<Answer> => {
  const message = recordOf(body)
  if (message['status'] === 'read') return { status: 200, json: { success: true } }
  const to = textOf(message['to']) || textOf(message['recipient'])
  const wamid = `wamid.TEST.${newId()}`
  const { id: channelId, companyId, phoneNumberId, phone } = row.channel
  if (message['type'] !== 'reaction')
    await inTransaction(systemCtx(deps, 'test_number.take'), (tx) =>
      emit(tx, 'test_number.took', {
        ...{ companyId, channelId, phoneNumberId, phone, wabaId: row.account.wabaId, wamid, to },
        reference: textOf(message['biz_opaque_callback_data']) || null,
        reply: replyTo(message),
        button: firstChoice(message),
      }),
    )
  return { status: 200, json: { contacts: [{ input: to, wa_id: to }], messages: [{ id: wamid }] } }
}

const refusal: Answer = {
  status: 400,
  json: { error: { message: 'The number of test keys does not know this call', code: 100, type: 'OAuthException' } },
}

const answerOf = async (deps: Deps, row: ChannelWithAccount, { method, path, body }: Asked): Promise<Answer> => {
  if (method === 'POST' && path.endsWith('/messages')) return takeMessage(deps, row, body)
  if (method === 'POST' && path.endsWith('/media')) return { status: 200, json: { id: `test-${newId()}` } }
  return refusal
}

const parsed = (body: unknown): unknown => {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return null
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** Nothing to pause or to abort: an answer comes whole. */
const controller = {
  aborted: false,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
} satisfies Dispatcher.DispatchController

class TestNumber extends Dispatcher {
  readonly #answer: (asked: Asked) => Promise<Answer>

  constructor(answer: (asked: Asked) => Promise<Answer>) {
    super()
    this.#answer = answer
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    handler.onRequestStart?.(controller, null)
    this.#answer({ method: options.method, path: options.path.split('?')[0] ?? '', body: parsed(options.body) }).then(
      ({ status, json }) => {
        handler.onResponseStart?.(controller, status, { 'content-type': 'application/json' }, '')
        handler.onResponseData?.(controller, Buffer.from(JSON.stringify(json)))
        handler.onResponseEnd?.(controller, {})
      },
      (error: unknown) =>
        handler.onResponseError?.(
          controller,
          error instanceof Error ? error : new Error('No answer', { cause: error }),
        ),
    )
    return true
  }
}

/** Graph client of the number of test keys. */
export const testNumberClient = (deps: Deps, row: ChannelWithAccount): GraphClient =>
  createGraphClient({
    baseUrl: 'http://test-number.invalid',
    version: '',
    accessToken: 'test',
    dispatcher: new TestNumber((asked) => answerOf(deps, row, asked)),
  })
