import type { Message, MessageType } from '@recado/contracts/inbox/messages'
import type { Locale } from '@recado/contracts/shared'
import { isRecord } from '@recado/contracts/whatsapp/template-parts'

type Text = Record<Locale, string>

const types: Record<MessageType, Text> = {
  text: { en: 'Text', pt: 'Texto' },
  image: { en: 'Photo', pt: 'Foto' },
  video: { en: 'Video', pt: 'Vídeo' },
  audio: { en: 'Audio', pt: 'Áudio' },
  document: { en: 'Document', pt: 'Documento' },
  sticker: { en: 'Sticker', pt: 'Figurinha' },
  location: { en: 'Location', pt: 'Localização' },
  contacts: { en: 'Contact', pt: 'Contato' },
  interactive: { en: 'Selection', pt: 'Opção escolhida' },
  button: { en: 'Selection', pt: 'Opção escolhida' },
  order: { en: 'Order', pt: 'Pedido' },
  template: { en: 'Template', pt: 'Modelo' },
  system: { en: 'System message', pt: 'Mensagem do sistema' },
  unsupported: { en: 'Unsupported message', pt: 'Mensagem não suportada' },
  note: { en: 'Note', pt: 'Nota' },
  event: { en: 'Event', pt: 'Evento' },
}

/** What a message is, where its text does not say it. */
export const typeText = (type: MessageType, locale: Locale): string => types[type][locale]

const changed: Text = { en: 'conversation changed', pt: 'conversa alterada' }

/** What happened between the messages, by the kind of the event. */
const events = new Map<string, Text>(
  Object.entries({
    assigned: { en: 'conversation assigned', pt: 'conversa atribuída' },
    unassigned: { en: 'conversation unassigned', pt: 'atribuição da conversa removida' },
    opened: { en: 'conversation started', pt: 'conversa iniciada' },
    resolved: { en: 'conversation resolved', pt: 'conversa resolvida' },
    auto_resolved: { en: 'conversation resolved automatically', pt: 'conversa resolvida automaticamente' },
    reopened: { en: 'conversation reopened', pt: 'conversa reaberta' },
    requeued: { en: 'conversation returned to the queue', pt: 'conversa devolvida à fila' },
    team: { en: 'team changed', pt: 'equipe alterada' },
    labels: { en: 'labels changed', pt: 'etiquetas alteradas' },
    priority: { en: 'priority changed', pt: 'prioridade alterada' },
    snoozed: { en: 'conversation snoozed', pt: 'conversa adiada' },
    woken: { en: 'snooze ended', pt: 'adiamento encerrado' },
    woken_by_contact: { en: 'snooze ended by a new message', pt: 'adiamento encerrado por uma nova mensagem' },
    sla_warned: { en: 'SLA at risk', pt: 'SLA perto do limite' },
    sla_warning: { en: 'SLA at risk', pt: 'SLA perto do limite' },
    sla_breached: { en: 'SLA missed', pt: 'SLA estourado' },
    opted_out: { en: 'opted out of marketing messages', pt: 'saiu das mensagens de marketing' },
    opted_in: { en: 'opted in to marketing messages', pt: 'autorizou mensagens de marketing' },
    csat_sent: { en: 'satisfaction survey sent', pt: 'pesquisa de satisfação enviada' },
    csat_answered: { en: 'conversation rated', pt: 'conversa avaliada' },
    merged: { en: 'contacts merged', pt: 'contatos unificados' },
    contact_merged: { en: 'contacts merged', pt: 'contatos unificados' },
    merge_undone: { en: 'contact merge undone', pt: 'unificação de contatos desfeita' },
    note_deleted: { en: 'note deleted', pt: 'nota excluída' },
    greeting: { en: 'greeting sent', pt: 'saudação enviada' },
    away: { en: 'away message sent', pt: 'mensagem de ausência enviada' },
    automation: { en: 'automation ran', pt: 'automação executada' },
    scheduled_canceled: { en: 'scheduled message canceled', pt: 'mensagem agendada cancelada' },
    scheduled_called_off: { en: 'scheduled message canceled', pt: 'mensagem agendada cancelada' },
    scheduled_failed: { en: 'scheduled message not sent', pt: 'mensagem agendada não enviada' },
    user_changed_number: { en: 'phone number changed', pt: 'número de telefone alterado' },
    customer_changed_number: { en: 'phone number changed', pt: 'número de telefone alterado' },
    user_changed_user_id: { en: 'WhatsApp identity changed', pt: 'identidade do WhatsApp alterada' },
    customer_identity_changed: { en: 'using WhatsApp on a new device', pt: 'usando o WhatsApp em um novo aparelho' },
  }),
)

/** What happened, in words; an event that is new to us changed the conversation. */
export const eventText = ({ payload }: Message, locale: Locale): string => {
  const facts = isRecord(payload['event']) ? payload['event'] : payload
  return (events.get(String(facts['kind']).replaceAll('.', '_')) ?? changed)[locale]
}
