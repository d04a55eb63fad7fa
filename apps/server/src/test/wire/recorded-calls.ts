import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, inject } from 'vitest'

// What a wire answered once is kept in `fixtures`, and must be answered again byte for byte. `RECORD_WIRE=1` writes the
// recordings again: only for a change that callers are meant to notice.

/** An answer as it arrived. */
export type Answer = {
  statusCode: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

type Call = { call: string; request: string; status: number; headers: Record<string, string | string[]>; body: unknown }

/** Patterns by what they find. What is found is numbered by its first appearance in the recording. */
export type Patterns = Record<string, RegExp>

const folder = new URL('fixtures/', import.meta.url)
const fileOf = (name: string) => new URL(`${name}.json`, folder)

/** After what is no part of a word, or after a character that was escaped in an address. */
const begin = '(?:(?<![0-9A-Za-z_-])|(?<=%[0-9A-F]{2}))'
const end = '(?![0-9A-Za-z_-])'
const whole = (source: string) => new RegExp(`${begin}${source}${end}`)

/** What differs from run to run on every wire. */
const everywhere: Patterns = {
  token: /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/,
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/,
  seconds: whole('(?<!\\.)\\d{10}(?:\\d{3})?(?!\\.)'),
  uuid: whole('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
  hex: whole('[0-9a-f]{32,}'),
  id: whole('[0-9a-f]{24}'),
  secret: whole('(?=[\\w-]*[a-z])(?=[\\w-]*[A-Z])[\\w-]{32,}'),
  port: /(?<=127\.0\.0\.1:)\d+/,
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** Whether a time was read from the clock of the machine; those of a clock that a test set are kept. */
const isOfToday = (kind: string, text: string): boolean => {
  const at = kind === 'time' ? Date.parse(text) : Number(text) * (text.length === 10 ? 1000 : 1)
  return Math.abs(at - Date.now()) < YEAR_MS
}

/** What a token says, without its signature. */
const claimsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'))
    .join('.')

/** Whether a match stands bare in JSON: its name is quoted, so that the text can still be parsed. */
const isNumber = (text: string, at: number, found: string) =>
  /^\d+$/.test(found) && /[:[,]/.test(text[at - 1] ?? '') && /[,}\]]/.test(text[at + found.length] ?? '')

/** Replaces what no run can repeat; equal values get equal names throughout. */
const createNames = (patterns: Patterns, kept: ReadonlySet<string>) => {
  const kinds = { ...patterns, ...everywhere }
  const all = new RegExp(
    Object.entries(kinds)
      .map(([kind, { source }]) => `(?<${kind}>${source})`)
      .join('|'),
    'g',
  )
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (kind: string, value: string) => {
    const known = names.get(`${kind} ${value}`)
    if (known) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(`${kind} ${value}`, `${kind} ${count}`)
    return `${kind} ${count}`
  }
  const named = (text: string): string =>
    text.replace(all, (found, ...more) => {
      const groups: Record<string, string | undefined> = more.at(-1)
      const kind = Object.keys(kinds).find((name) => groups[name] !== undefined) ?? ''
      const isTime = kind === 'time' || kind === 'seconds'
      if (kept.has(found) || /^(f+|0+)$/.test(found) || (isTime && !isOfToday(kind, found))) return found
      if (kind === 'token') return `<token ${named(claimsOf(found)).replaceAll('"', "'")}>`
      const name = isTime ? kind : nameOf(kind, found)
      return isNumber(text, more.at(-3), found) ? `"<${name}, a number>"` : `<${name}>`
    })
  return named
}

/** Headers of every page and of every connection, which are no part of an answer. */
const ofConnections = /^(date|connection|keep-alive|transfer-encoding|content-length|x-request-id)$/
const ofPages =
  /^(content-security-policy|cross-origin-opener-policy|origin-agent-cluster|referrer-policy|x-(dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection)|strict-transport-security)$/

/** Parsed where that loses nothing, so that it can be read; the text itself otherwise. */
const readable = (body: string): unknown => {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && JSON.stringify(parsed) === body ? parsed : body
  } catch {
    return body
  }
}

const asText = (call: Call) => JSON.stringify(call, null, 2)

/** Names of the recordings that there are. */
export const recordings = (): string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .sort()

/** Compares a value with its recording, or records it. */
export const compareWith = (name: string, value: object): void => {
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (inject('recordsWire')) writeFileSync(fileOf(name), text)
  expect(existsSync(fileOf(name)), `${name} was never recorded`).toBe(true)
  expect(text).toBe(readFileSync(fileOf(name), 'utf8'))
}

type Options = {
  /** What differs from run to run on this wire only. */
  patterns?: Patterns
  /** Values that look as if they differed, and do not. */
  kept?: string[]
  /** Whether the headers that guard pages are kept too. */
  pages?: boolean
}

/** A sequence of calls that is compared with its recording; its calls have names of their own. */
export const openRecording = (name: string, { patterns = {}, kept = [], pages = false }: Options = {}) => {
  const calls: Call[] = []
  const named = createNames(patterns, new Set(kept))
  const headersOf = (headers: Answer['headers']) =>
    Object.keys(headers)
      .filter((key) => headers[key] !== undefined && !ofConnections.test(key) && (pages || !ofPages.test(key)))
      .sort()
      .map((key) => {
        const value = headers[key]
        return [key, Array.isArray(value) ? value.map(named) : named(String(value))] as const
      })
  return {
    /** Notes how a call was answered, and answers the same. */
    note: <A extends Answer>(call: string, request: string, answer: A): A => {
      if (calls.some((other) => other.call === call)) throw new Error(`Two calls of ${name} are named ${call}`)
      const { statusCode: status, headers, body } = answer
      const noted = { call, request: named(request), status, headers: Object.fromEntries(headersOf(headers)) }
      calls.push({ ...noted, body: readable(named(body)) })
      return answer
    },
    compare: (): void => {
      if (inject('recordsWire')) writeFileSync(fileOf(name), `${JSON.stringify(calls, null, 2)}\n`)
      expect(existsSync(fileOf(name)), `${name} was never recorded`).toBe(true)
      const recorded: Call[] = JSON.parse(readFileSync(fileOf(name), 'utf8'))
      expect.soft(calls.map(({ call }) => call)).toEqual(recorded.map(({ call }) => call))
      for (const call of calls) {
        const before = recorded.find((other) => other.call === call.call)
        if (before) expect.soft(asText(call), call.call).toBe(asText(before))
      }
    },
  }
}
export type Recording = ReturnType<typeof openRecording>
