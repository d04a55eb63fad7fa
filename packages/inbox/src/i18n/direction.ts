/** Primary subtags of languages that are written from right to left. */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written, by its BCP 47 tag. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.toLowerCase().split(/[-_]/, 1)[0] ?? '') ? 'rtl' : 'ltr'
}
