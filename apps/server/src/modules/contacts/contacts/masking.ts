const dot = '•'

/** Digits of a phone that stay open: a million numbers or more to try, where a day's quota of look-ups has hundreds. */
const HIDDEN_DIGITS = 6
const LONGEST_START = 4
const SHOWN_END = 2

/**
 * `+`, country and area (the first four digits at most) and the last two digits: where a person is, and enough to tell
 * two people of one name apart. At least six digits are hidden, so that short numbers show less of their beginning; numbers
 * of fewer than eight digits show nothing.
 */
export const maskPhone = (digits: string): string => {
  const open = digits.length - HIDDEN_DIGITS - SHOWN_END
  if (open < 0) return `+${dot.repeat(digits.length)}`
  const start = Math.min(LONGEST_START, open)
  return `+${digits.slice(0, start)}${dot.repeat(digits.length - start - SHOWN_END)}${digits.slice(-SHOWN_END)}`
}

/** First letter of each part and the last label: `j•••@d•••.com`. */
export const maskEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.lastIndexOf('.')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${end > 0 ? domain.slice(end) : ''}`
}

/** The first two characters of a tax id. Its check digits are hidden: they follow from the rest and so tell about it. */
export const maskDocument = (shown: string): string => shown.slice(0, 2) + shown.slice(2).replace(/[^.\-/]/g, dot)
