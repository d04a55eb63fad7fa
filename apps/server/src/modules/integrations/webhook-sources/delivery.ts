import { refuseLaborious } from '#server/http/json-body.ts'
import { sanitizeJson } from '#server/lib/sanitize-text.ts'
import type { Delivery } from './source.ts'

/** Names that objects have of themselves must not come from outside. */
const reserved = new Set(['__proto__', 'constructor', 'prototype'])

const parse = (body: Buffer, contentType: string): unknown => {
  try {
    if (contentType.startsWith('application/x-www-form-urlencoded'))
      return Object.fromEntries([...new URLSearchParams(body.toString('utf8'))].filter(([name]) => !reserved.has(name)))
    refuseLaborious(body)
    return sanitizeJson(JSON.parse(body.toString('utf8'), (key, value) => (reserved.has(key) ? undefined : value)))
  } catch {
    return undefined
  }
}

type Raw = Omit<Delivery, 'json'>

/** What came in, which is taken apart when that is first asked for. */
export const deliveryOf = (raw: Raw): Delivery => {
  let read: { value: unknown } | undefined
  return {
    ...raw,
    json: () => {
      read ??= { value: parse(raw.body, raw.contentType) }
      return read.value
    },
  }
}
