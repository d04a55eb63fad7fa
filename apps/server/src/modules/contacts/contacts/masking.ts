const dot = '•'

/** `+` and digits, all but the first five and the last four hidden. */
export const maskPhone = (digits: string): string => {
  const hidden = Math.max(0, digits.length - 9)
  return `+${digits.slice(0, 5)}${dot.repeat(Math.max(4, hidden))}${digits.slice(-4)}`
}

/** First letter of each part and the last label: `j•••@d•••.com`. */
export const maskEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.lastIndexOf('.')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${end > 0 ? domain.slice(end) : ''}`
}

/** The last two characters of a tax id. */
export const maskDocument = (shown: string): string => shown.slice(0, -2).replace(/[^.\-/]/g, dot) + shown.slice(-2)
