/** What a trigger carries for its templates. */
export type Payload = Record<string, unknown>

/** Whether a JSON value is an object. */
export const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
