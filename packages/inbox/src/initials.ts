const graphemes = new Intl.Segmenter()
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const joinsItsNeighbour = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}]/u
/** Keeps two letters of a joining script from connecting. */
const NON_JOINER = '\u200c'

/** The first letter or digit of a word with at most two combining marks. */
const initialOf = (word: string): string => {
  for (const { segment } of graphemes.segment(word))
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.replace(/(\p{M}{2})\p{M}+/gu, '$1')
  return ''
}

const upper = (letter: string): string => {
  const [first] = graphemes.segment(letter.toUpperCase())
  return first?.segment ?? ''
}

const pictureIn = (name: string): string => {
  for (const { segment } of graphemes.segment(name))
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)) return segment
  return ''
}

/**
 * The initials of a name: those of its first and last word. Emoji count only if the name has nothing else,
 * and a phone number has no initials.
 */
export function initialsOf(name: string): string {
  const plain = name.normalize('NFC').replace(bidiControls, '')
  if (!/\p{L}/u.test(plain)) return /\p{Nd}/u.test(plain) ? '' : pictureIn(plain)
  const letters = plain.split(/\s+/).map(initialOf).filter(Boolean)
  const [first = '', last = ''] = [letters[0], letters.length > 1 ? letters.at(-1) : '']
  const between = joinsItsNeighbour.test(first) && joinsItsNeighbour.test(last) ? NON_JOINER : ''
  return upper(first) + between + upper(last)
}
