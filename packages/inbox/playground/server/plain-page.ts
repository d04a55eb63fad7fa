import type { Person, Service } from './recado.ts'

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * A page as someone writes it who knows nothing of React: one script tag, one element. Search parameters other than
 * `subscriber` and `tag` become attributes; `tag=content` shows the list instead of the bell.
 */
export const plainPage = (service: Service, person: Person, search: URLSearchParams): string => {
  const extra = [...search].filter(([name]) => /^[a-z0-9-]+$/.test(name) && name !== 'subscriber' && name !== 'tag')
  const attributes = Object.entries({
    'application-identifier': service.applicationIdentifier,
    'subscriber-id': person.subscriberId,
    'subscriber-hash': person.subscriberHash,
    ...Object.fromEntries(extra),
  }).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const tag =
    search.get('tag') === 'content' ? 'notification-center-content-component' : 'notification-center-component'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A page of somebody else</title>
<link rel="icon" href="data:,">
<style>body { margin: 0; padding: 24px; font-family: serif; background: ${search.get('color-scheme') === 'light' ? '#fff' : '#1e1e26'} }</style>
<header style="display: flex; justify-content: flex-end"><${tag}${attributes.join('')}></${tag}></header>
<script type="module" src="${service.apiUrl}/inbox/embed.js"></script>
</html>
`
}
