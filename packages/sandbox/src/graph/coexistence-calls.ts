import { newWamid } from '../state/ids.ts'
import type { PhoneNumber } from '../state/types.ts'
import type { GraphCall } from './call.ts'
import { GraphFault } from './graph-fault.ts'

const metadataOf = (number: PhoneNumber) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: number.digits, phone_number_id: number.id },
})

const daysAgo = (days: number): string => String(Math.floor(Date.now() / 1000) - days * 86_400)

const sendContacts = ({ outbox }: GraphCall, number: PhoneNumber): void => {
  const contact = { full_name: 'Marta Ribeiro', first_name: 'Marta', phone_number: '5511987651234' }
  const entry = { type: 'contact', contact, action: 'add', metadata: { timestamp: daysAgo(0) } }
  outbox.change(number.accountId, 'smb_app_state_sync', { ...metadataOf(number), state_sync: [entry] }, number.id)
}

const sendHistory = ({ outbox }: GraphCall, number: PhoneNumber): void => {
  if (number.history === 'silent') return
  if (number.history === 'declines') {
    const error = { code: 2593109, title: 'History sharing is turned off', message: 'The business did not share it' }
    outbox.change(number.accountId, 'history', { ...metadataOf(number), history: [{ errors: [error] }] }, number.id)
    return
  }
  const waId = '5511987651234'
  const message = (days: number, from: string, body: string) => ({
    from,
    ...(from === number.digits ? { to: waId } : {}),
    id: newWamid(waId),
    timestamp: daysAgo(days),
    type: 'text',
    text: { body },
    history_context: { status: 'READ' },
  })
  const messages = [message(9, waId, 'Vocês abrem no sábado?'), message(9, number.digits, 'Abrimos sim, até as 14h.')]
  const chunk = { metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads: [{ id: waId, messages }] }
  outbox.change(number.accountId, 'history', { ...metadataOf(number), history: [chunk] }, number.id)
}

/** `POST /{number}/smb_app_data`: asks the phone app for its contacts or its past; each works once. */
export const syncAppData = (call: GraphCall, number: PhoneNumber): unknown => {
  const type = String(call.fields.sync_type ?? '')
  if (!number.coexistence) throw new GraphFault(100, { details: 'The number is not used in the WhatsApp Business app' })
  if (type !== 'smb_app_state_sync' && type !== 'history')
    throw new GraphFault(100, { details: 'Param sync_type is not known' })
  number.syncs ??= []
  number.syncs.push(type)
  if (number.syncs.filter((asked) => asked === type).length > 1)
    throw new GraphFault(2593107, { details: `${type} was asked for before` })
  if (type === 'history') sendHistory(call, number)
  else sendContacts(call, number)
  call.world.changed()
  return { messaging_product: 'whatsapp', request_id: `${number.id}-${type}` }
}
