import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import type { MessageContent, WebhookEvent, WhatsappUser } from '#server/lib/whatsapp-cloud/webhook-types.ts'

/** Larger bodies tell of many people and take long to read. */
const MOST_BYTES = 64 * 1024
const TEXT_CHARACTERS = 140

type Asked = { body: Buffer; field: string; phoneNumberId: string }

/** The events of a body that are about one number and of one kind. */
export const eventsOf = ({ body, field, phoneNumberId }: Asked): WebhookEvent[] =>
  body.length > MOST_BYTES
    ? []
    : parseWebhook(body).filter(
        (event) => event.field === field && (event.phoneNumberId === null || event.phoneNumberId === phoneNumberId),
      )

const personOf = (event: WebhookEvent): WhatsappUser | null => {
  if (event.kind === 'inboundMessage') return event.from
  if (event.kind === 'echo') return event.to
  if (event.kind === 'messageStatus') return event.recipient
  return event.kind === 'userPreference' || event.kind === 'userIdUpdate' ? event.user : null
}

const wordsOf = (content: MessageContent): string | null => {
  switch (content.kind) {
    case 'text':
      return content.body
    case 'image':
    case 'video':
    case 'document':
      return content.caption ?? content.fileName
    case 'button_reply':
    case 'list_reply':
      return content.title
    case 'template_button':
      return content.text
    case 'reaction':
      return content.emoji
    case 'location':
      return content.name ?? content.address
    default:
      return null
  }
}

const textOf = (event: WebhookEvent): string | null => {
  if (event.kind === 'inboundMessage' || event.kind === 'echo') return wordsOf(event.content)
  if (event.kind === 'messageStatus') return event.errors[0]?.title ?? event.errors[0]?.message ?? null
  return event.kind === 'templateStatus' ? event.templateName : null
}

/** The contacts and contents of events, as an overview in the log. */
export const glanceAt = (events: readonly WebhookEvent[]) => {
  const people = events.flatMap((event) => personOf(event) ?? [])
  const [first] = people
  const others = new Set(people.map(({ phone, bsuid }) => phone ?? bsuid)).size - 1
  const text = events.map(textOf).find(Boolean) ?? null
  return {
    contact: first ? { name: first.name ?? first.username, phone: first.phone, others } : null,
    text: text === null ? null : text.slice(0, TEXT_CHARACTERS).toWellFormed(),
  }
}

/** The messages of ours that an event tells the fate of. */
export const fateOf = (event: WebhookEvent): string[] => (event.kind === 'messageStatus' ? [event.wamid] : [])
