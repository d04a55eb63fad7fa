/** How a recipient is named to Meta: a phone by `to`, a business-scoped user id by `recipient` (reference §1.1). */
export const addressOf = (recipient: string): { to: string } | { recipient: string } =>
  /^[A-Z]{2}\./.test(recipient) ? { recipient } : { to: recipient }
