import type { IMessage } from '@recado/inbox'

/** Where a notification leads: an address of the web, or null when it leads nowhere that a browser may go. */
export const destinationOf = ({ cta }: Pick<IMessage, 'cta'>): URL | null => {
  const address = cta.data?.url
  if (!address || !URL.canParse(address, window.location.origin)) return null
  const url = new URL(address, window.location.origin)
  return /^https?:$/.test(url.protocol) ? url : null
}

export const isOwn = (url: URL): boolean => url.origin === window.location.origin

/** The part of an address that the router knows. */
export const hrefOf = ({ pathname, search, hash }: URL): string => pathname + search + hash

/**
 * Whether the page at `href` shows what an address leads to: the same path, and all that its query asks for besides the
 * company, which is the tab's.
 */
export const isShownAt = (url: URL, href: string): boolean => {
  const here = new URL(href, window.location.origin)
  return (
    isOwn(url) &&
    here.pathname === url.pathname &&
    [...url.searchParams].every(([name, value]) => name === 'company' || here.searchParams.get(name) === value)
  )
}
