/** As long as an address may be that we lead people to. */
const MOST_CHARACTERS = 2000

/** An absolute address of a web page as browsers write it; null for any other text, and for one too long to be kept. */
export const webAddress = (text: string): string | null => {
  const given = text.trim()
  if (!/^https?:\/\//i.test(given) || /\s/.test(given) || !URL.canParse(given)) return null
  const { href, hostname, username, password } = new URL(given)
  return hostname === '' || username !== '' || password !== '' || href.length > MOST_CHARACTERS ? null : href
}
