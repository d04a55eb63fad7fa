import Bowser from 'bowser'

export type Device = { browser: string | null; os: string | null; device: 'desktop' | 'mobile' | 'tablet' }

/** What a User-Agent says in words a person knows. */
export const describeDevice = (userAgent: string | null): Device => {
  if (!userAgent) return { browser: null, os: null, device: 'desktop' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const device = platform.type === 'mobile' || platform.type === 'tablet' ? platform.type : 'desktop'
  return { browser: browser.name || null, os: os.name || null, device }
}

/** Name of a device for a mail, e.g. "Chrome, Windows". */
export const deviceLabel = (userAgent: string | null): string => {
  const { browser, os } = describeDevice(userAgent)
  return [browser, os].filter(Boolean).join(', ') || '?'
}
