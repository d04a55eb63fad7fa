/** Leads on to the start page of whoever is signed in. */
const home = '/'

/** Where to go after signing in: the address asked for when it is on this site, else the person's start page. */
export const safeCallback = (callbackUrl: string | undefined): string => {
  if (!callbackUrl) return home
  try {
    const url = new URL(callbackUrl, window.location.origin)
    const isPage = url.origin === window.location.origin && !url.pathname.startsWith('/signin')
    return isPage ? url.pathname + url.search + url.hash : home
  } catch {
    return home
  }
}
