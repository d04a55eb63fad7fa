const graphemes = new Intl.Segmenter()
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const joinsItsNeighbour = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}]/u
/** Keeps two letters of a script that joins them apart. */
const NON_JOINER = '\u200c'

/** The first letter or digit of a word with its accents, of which it keeps two. */
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
 * What stands for a name in little room: the initials of its first and last word. Emoji count only where nothing else is
 * in the name, and a phone number has none.
 */
export function initialsOf(name: string): string {
  const plain = name.normalize('NFC').replace(bidiControls, '')
  if (!/\p{L}/u.test(plain)) return /\p{Nd}/u.test(plain) ? '' : pictureIn(plain)
  const letters = plain.split(/\s+/).map(initialOf).filter(Boolean)
  const [first = '', last = ''] = [letters[0], letters.length > 1 ? letters.at(-1) : '']
  const between = joinsItsNeighbour.test(first) && joinsItsNeighbour.test(last) ? NON_JOINER : ''
  return upper(first) + between + upper(last)
}
