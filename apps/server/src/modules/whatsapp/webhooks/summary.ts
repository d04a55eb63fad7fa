import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'

const wordOf = (event: WebhookEvent): string => {
  switch (event.kind) {
    case 'inboundMessage':
      return event.type
    case 'echo':
      return `echo ${event.type}`
    case 'messageStatus':
      return event.errors[0] ? `${event.status} ${event.errors[0].code ?? ''}`.trim() : event.status
    case 'history':
      return `history ${event.messages.length}`
    case 'templateStatus':
      return `${event.templateName ?? ''} ${event.status}`.trim()
    case 'accountUpdate':
    case 'phoneQuality':
    case 'security':
      return event.event ?? event.kind
    default:
      return event.kind
  }
}

const MOST_WORDS = 6

/** What a body is about in a few technical words, without personal data: for the channel's log. */
export const summaryOf = (events: readonly WebhookEvent[]): string => {
  const counts = new Map<string, number>()
  for (const event of events) {
    const word = wordOf(event).slice(0, 60)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...counts].map(([word, count]) => (count > 1 ? `${word} × ${count}` : word))
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS).join(', ')}, …` : words.join(', ')
}
