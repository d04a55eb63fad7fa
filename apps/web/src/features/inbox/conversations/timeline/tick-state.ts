import type { MessageStatus } from '@recado/contracts/inbox/messages'

export type Tick = 'queued' | 'sent' | 'delivered' | 'read' | 'unknown' | 'failed'

const ticks: Readonly<Record<MessageStatus, Tick | null>> = {
  received: null,
  queued: 'queued',
  sending: 'queued',
  accepted: 'queued',
  held: 'queued',
  unknown: 'unknown',
  sent: 'sent',
  failed: 'failed',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
}

/** The mark shown beside a message of ours; null for what the customer wrote. */
export const tickOf = (status: MessageStatus): Tick | null => ticks[status]
