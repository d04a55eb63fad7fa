import createPurifier, { type Config, type DOMPurify } from 'dompurify'

const config: Config = {
  ALLOWED_TAGS: ['b', 'strong', 'i', 'em', 'u', 'a', 'br', 'code', 'p', 'span', 'ul', 'ol', 'li'],
  ALLOWED_ATTR: ['href'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

let purifier: DOMPurify | undefined

/** An instance of our own: hooks of the shared one would act on what the host page sanitises. */
function ownPurifier(): DOMPurify {
  if (purifier) return purifier
  purifier = createPurifier(window)
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (!node.hasAttribute('href')) return
    node.setAttribute('rel', 'noopener')
    if (isElsewhere(node.getAttribute('href') ?? '')) node.setAttribute('target', '_blank')
  })
  return purifier
}

/** A web address of another origin than the page. */
function isElsewhere(address: string): boolean {
  if (!URL.canParse(address, document.baseURI)) return false
  const { protocol, origin } = new URL(address, document.baseURI)
  return (protocol === 'http:' || protocol === 'https:') && origin !== location.origin
}

/** The HTML of a notification with only text formatting and links left. Links to other sites open a tab of their own. */
export const sanitizeContent = (html: string): string => ownPurifier().sanitize(html, config)

/** An address that a click may go to: anything but those that would run a script in the page. */
export function safeAddress(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  if (!URL.canParse(address, document.baseURI)) return undefined
  const { protocol } = new URL(address, document.baseURI)
  return ['javascript:', 'data:', 'vbscript:', 'blob:'].includes(protocol) ? undefined : address
}
