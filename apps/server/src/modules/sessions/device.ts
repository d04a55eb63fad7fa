import { UAParser } from 'ua-parser-js'

export type Device = { browser: string | null; os: string | null; device: 'desktop' | 'mobile' | 'tablet' }

/** What a User-Agent says in words a person knows. */
export const describeDevice = (userAgent: string | null): Device => {
  const { browser, os, device } = UAParser(userAgent ?? '')
  const kind = device.type === 'mobile' || device.type === 'tablet' ? device.type : 'desktop'
  return { browser: browser.name ?? null, os: os.name ?? null, device: kind }
}

/** Name of a device for a mail, e.g. "Chrome, Windows". */
export const deviceLabel = (userAgent: string | null): string => {
  const { browser, os } = describeDevice(userAgent)
  return [browser, os].filter(Boolean).join(', ') || '?'
}
