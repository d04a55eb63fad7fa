/** The address of a page without the company that a link to it named. */
export const withoutCompany = (href: string): string => {
  const url = new URL(href, window.location.origin)
  url.searchParams.delete('company')
  return url.pathname + url.search + url.hash
}
