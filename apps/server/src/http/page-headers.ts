import type { ServerResponse } from 'node:http'

/** What only pages obey. On scripts, styles and answers of the API it is several times the rest of their headers. */
const names = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Takes the headers away that only pages obey. */
export const dropPageHeaders = (response: ServerResponse): void => {
  for (const name of names) response.removeHeader(name)
}
