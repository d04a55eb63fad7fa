/** A text to look for. */
export type LikeValue = { text: string; starts: boolean; ends: boolean }

/**
 * Reads the value of LIKE: `^` in front means that a text starts with it, `$` at the end that it ends with it. A
 * backslash before either takes it as it is.
 */
export const parseLike = (value: string): LikeValue => {
  const starts = value.startsWith('^')
  const rest = starts ? value.slice(1) : value
  const ends = rest.endsWith('$') && !rest.endsWith('\\$')
  const text = (ends ? rest.slice(0, -1) : rest).replace(/^\\\^/, '^').replace(/\\\$$/, '$')
  return { text, starts, ends }
}

/** The value of LIKE that `parseLike` reads as this. */
export const formatLike = ({ text, starts, ends }: LikeValue): string => {
  const start = starts ? '^' : ''
  const escaped = (text.startsWith('^') && !starts ? `\\${text}` : text).replace(/\$$/, ends ? '$' : '\\$')
  return `${start}${escaped}${ends ? '$' : ''}`
}
