import type { TriggerStatus } from '@recado/contracts/notifications/domain'

/** A person as a trigger names them; fields beside the id are written to the subscriber first. */
export type SubscriberProfile = {
  subscriberId: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  avatar?: string | null | undefined
  locale?: string | null | undefined
  timezone?: string | null | undefined
  data?: Record<string, unknown> | null | undefined
}

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
