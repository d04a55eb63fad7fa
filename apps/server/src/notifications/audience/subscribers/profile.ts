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
