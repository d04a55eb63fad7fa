import type { TriggerStatus } from '@recado/contracts/notifications/domain'
import type { SubscriberProfile } from '#server/notifications/audience/subscribers/profile.ts'

export type TopicRecipient = { type: 'Topic'; topicKey: string }
export type Recipient = string | SubscriberProfile | TopicRecipient

export type TriggerInput = {
  /** The workflow's trigger identifier. */
  name: string
  /** Null addresses every subscriber of the environment. */
  to: Recipient | Recipient[] | null
  payload?: Record<string, unknown> | undefined
  overrides?: Record<string, unknown> | undefined
  transactionId?: string | undefined
  actor?: string | SubscriberProfile | undefined
  tenant?: string | { identifier: string } | undefined
}

export type TriggerResult = {
  acknowledged: boolean
  status: TriggerStatus
  transactionId?: string
  error?: string[]
}
