import type { ChannelOptOut } from '@recado/contracts/whatsapp/channel-settings'

export type OptOutKeyword = { state: 'granted' | 'denied'; locale: 'pt' | 'en' }

const LONGEST = 60

/** Small letters without accents or punctuation, one space between words. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What a message says about marketing if it consists of exactly one of the channel's keywords; null otherwise. */
export const parseOptOutKeyword = (optOut: ChannelOptOut, body: string | null): OptOutKeyword | null => {
  if (!optOut.enabled || body === null || body.length > LONGEST) return null
  const said = plain(body)
  if (said === '') return null
  for (const state of ['denied', 'granted'] as const) {
    const keywords = state === 'denied' ? optOut.stop : optOut.resume
    for (const locale of ['pt', 'en'] as const)
      if (keywords[locale].some((keyword) => plain(keyword) === said)) return { state, locale }
  }
  return null
}
