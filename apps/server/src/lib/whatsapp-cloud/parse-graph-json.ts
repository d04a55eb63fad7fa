type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
type ParseWithSource = (text: string, reviver: Reviver) => unknown

const longNumber = /[:[,]\s*-?\d{16,}/

const keepDigits: Reviver = (_key, value, context) =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context.source !== undefined &&
  /^\d+$/.test(context.source)
    ? context.source
    : value

/**
 * Parses JSON from Meta. Ids that come as numbers beyond 2^53 (template ids do) become text with all their digits, read
 * from the source. Throws a SyntaxError on anything that is no JSON.
 */
export const parseGraphJson = (text: string): unknown =>
  longNumber.test(text) ? (JSON.parse as ParseWithSource)(text, keepDigits) : JSON.parse(text)
