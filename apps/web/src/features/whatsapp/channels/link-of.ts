/** The `wa.me` address of a number, with a text that is written already and the tag of where it was put. */
export const linkOf = (phone: string, text: string, source: string): string => {
  const tagged = [text.trim(), source.trim() ? `[${source.trim()}]` : ''].filter(Boolean).join(' ')
  const query = tagged ? `?text=${encodeURIComponent(tagged)}` : ''
  return `https://wa.me/${phone.replace(/\D/g, '')}${query}`
}
