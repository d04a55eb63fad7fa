/** Whether a message that is not a template may be sent now: within 24 hours of the customer's last message. */
export const isWindowOpen = (windowExpiresAt: Date | null, now: Date): boolean =>
  windowExpiresAt !== null && windowExpiresAt.getTime() > now.getTime()

/** Whether a message may be sent again by a person; one of unknown fate only when that person takes the risk. */
export const canResend = (
  message: { direction: string; status: string; resentAs: unknown },
  evenIfUnknown: boolean,
): boolean =>
  message.direction === 'out' &&
  message.resentAs === undefined &&
  (message.status === 'failed' || (message.status === 'unknown' && evenIfUnknown))
