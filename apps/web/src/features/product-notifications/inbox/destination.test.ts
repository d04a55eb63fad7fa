import { expect, test } from 'vitest'
import { destinationOf, hrefOf, isOwn, isShownAt } from './destination.ts'

const leadingTo = (url: string | undefined) => ({ cta: url === undefined ? {} : { data: { url } } })
const chat = '/integrations/whatsapp/chat'

test.each([
  ['/profile?x=1#y', '/profile?x=1#y', true],
  ['http://localhost:5000/companies', '/companies', true],
  ['https://example.com/a', '/a', false],
  ['//example.com/a', '/a', false],
])('%s leads to %s', (url, href, own) => {
  const destination = destinationOf(leadingTo(url))
  expect(destination && hrefOf(destination)).toBe(href)
  expect(destination && isOwn(destination)).toBe(own)
})

test.each([undefined, '', 'javascript:alert(1)', 'data:text/html,x', 'https://'])('%s leads nowhere', (url) => {
  expect(destinationOf(leadingTo(url))).toBeNull()
})

test.each([
  [`${chat}?conversation=1`, `${chat}?conversation=1`, true],
  [`${chat}?conversation=1`, `${chat}?view=mine&conversation=1`, true],
  [`${chat}?conversation=1`, `${chat}?conversation=2`, false],
  [`${chat}?conversation=1`, chat, false],
  ['/companies', '/companies/1', false],
  ['https://example.com/companies', '/companies', false],
])('%s is what %s shows: %s', (url, href, shown) => {
  const destination = destinationOf(leadingTo(url))
  expect(destination && isShownAt(destination, href)).toBe(shown)
})
