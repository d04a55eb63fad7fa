/** What the browser said to notices of the desktop; `later` when the question was closed without an answer. */
export type DesktopAnswer = 'granted' | 'denied' | 'later' | 'unsupported'

/** Whether there can be notices: browsers of phones have the interface and refuse to use it. */
export const canShowNotices = (): boolean =>
  'Notification' in window && !/Android|iPhone|iPad/.test(navigator.userAgent)

/** Asks the browser for notices of the desktop; it asks the person only the first time. */
export const askDesktop = async (): Promise<DesktopAnswer> => {
  if (!canShowNotices()) return 'unsupported'
  const answer = await Notification.requestPermission()
  return answer === 'default' ? 'later' : answer
}
