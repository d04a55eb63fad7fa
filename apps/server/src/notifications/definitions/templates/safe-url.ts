const scheme = /^[a-z][a-z\d+.-]*:/i

/** An address without what browsers skip while reading it: control characters, and spaces around it. */
const tidy = (url: string) => url.replace(/\p{Cc}/gu, '').trim()

/** The address when it is absolute with one of the schemes, else ''. */
export const absoluteUrl = (url: string, schemes: readonly string[]): string => {
  const address = tidy(url)
  if (!URL.canParse(address)) return ''
  return schemes.includes(new URL(address).protocol.slice(0, -1)) ? address : ''
}

/** The address when it is http(s) or a path on the page's own site, else ''. */
export const linkUrl = (url: string): string => {
  const address = tidy(url)
  if (scheme.test(address)) return absoluteUrl(address, ['http', 'https'])
  return /^[/\\]{2}/.test(address) ? '' : address
}
