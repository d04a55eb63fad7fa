import type { ChannelOptOut } from '@recado/contracts/whatsapp/channel-settings'

export type OptOutWord = { state: 'granted' | 'denied'; locale: 'pt' | 'en' }

const LONGEST = 60

/** Small letters without accents or punctuation, one space between words. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What a message says about marketing when it is one of the channel's words and nothing else; null when it is none. */
export const parseOptOutWord = (optOut: ChannelOptOut, body: string | null): OptOutWord | null => {
  if (!optOut.enabled || body === null || body.length > LONGEST) return null
  const said = plain(body)
  if (said === '') return null
  for (const state of ['denied', 'granted'] as const) {
    const words = state === 'denied' ? optOut.stop : optOut.resume
    for (const locale of ['pt', 'en'] as const)
      if (words[locale].some((word) => plain(word) === said)) return { state, locale }
  }
  return null
}
