import type { Deps } from '#server/context.ts'
import { type EventPayload, type Listener, on } from '#server/events.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createIntake } from './intake.ts'

const intakeOf = perDeps((deps: Deps) => createIntake(deps))

type Took = EventPayload<'test_number.took'>
type Fate = {
  statuses: readonly ('sent' | 'delivered' | 'read')[]
  failure?: { code: number; title: string }
  says?: string
}

/** What becomes of a message, by the last four digits of the number it is sent to. */
const fates: Readonly<Record<string, Fate>> = {
  '0001': { statuses: [], failure: { code: 131026, title: 'Message undeliverable' } },
  '0002': { statuses: [], failure: { code: 131049, title: 'Not delivered to keep the ecosystem healthy' } },
  '0003': { statuses: ['sent'] },
  '0004': { statuses: ['sent', 'delivered'] },
  '0005': { statuses: ['sent', 'delivered', 'read'], says: 'STOP' },
}
const usual: Fate = { statuses: ['sent', 'delivered', 'read'] }

const inbound = ({ wamid, to, reply, button }: Took, { says }: Fate, timestamp: string) => {
  const own = { from: to, id: `${wamid}.reply`, timestamp, context: { id: wamid } }
  if (says !== undefined || !button) return { ...own, type: 'text', text: { body: says ?? reply } }
  const { type, ...pressed } = button
  return { ...own, type: 'interactive', interactive: { type, [type]: pressed } }
}

/** What WhatsApp would say of a message, in its words. */
const bodyOf = (took: Took, at: Date): object => {
  const fate = fates[took.to.slice(-4)] ?? usual
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const own = {
    ...{ id: took.wamid, recipient_id: took.to, timestamp },
    ...(took.reference && { biz_opaque_callback_data: took.reference }),
  }
  const failed = fate.failure && {
    ...own,
    status: 'failed',
    errors: [{ ...fate.failure, message: fate.failure.title }],
  }
  const answers = fate.statuses.includes('read')
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: took.phone, phone_number_id: took.phoneNumberId },
    statuses: [...fate.statuses.map((status) => ({ ...own, status })), ...(failed ? [failed] : [])],
    ...(answers && {
      contacts: [{ wa_id: took.to, profile: { name: 'Test contact' } }],
      messages: [inbound(took, fate, timestamp)],
    }),
  }
  return { object: 'whatsapp_business_account', entry: [{ id: took.wabaId, changes: [{ field: 'messages', value }] }] }
}

/** Has the number of test keys answer as WhatsApp does. A second answer is the same as the first, and known already. */
export const testNumberListener: Listener = on('test_number.took', {
  name: 'whatsapp_webhooks.test_number',
  queue: 'standard',
  retrySeconds: [1, 10, 60],
  run: async (ctx, payloads, { at }) => {
    const { store } = intakeOf(ctx.deps)
    for (const took of payloads) await store(Buffer.from(JSON.stringify(bodyOf(took, at))), null)
  },
})
