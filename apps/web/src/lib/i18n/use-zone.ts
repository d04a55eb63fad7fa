import { useSignedIn } from '#web/lib/session/session.ts'

/** The time zone of the person, or of the device where they set none. */
export const useZone = (): string => {
  const { user } = useSignedIn()
  return user.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone
}
