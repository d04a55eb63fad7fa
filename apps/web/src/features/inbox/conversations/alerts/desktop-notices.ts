/** The browser's response to the request for desktop notifications; `later` if the prompt was dismissed. */
export type DesktopAnswer = 'granted' | 'denied' | 'later' | 'unsupported'

/** Whether notifications are available: mobile browsers expose the API but do not allow it. */
export const canShowNotices = (): boolean =>
  'Notification' in window && !/Android|iPhone|iPad/.test(navigator.userAgent)

/** Requests permission for desktop notifications; the browser prompts only the first time. */
export const askDesktop = async (): Promise<DesktopAnswer> => {
  if (!canShowNotices()) return 'unsupported'
  const answer = await Notification.requestPermission()
  return answer === 'default' ? 'later' : answer
}
