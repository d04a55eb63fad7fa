import { ApiError } from './api.ts'

/** The thing as the server has it, from its refusal of a change that was made on an older version. */
export const currentOf = <T>(error: unknown): T | null =>
  error instanceof ApiError && error.code === 'conflict' && error.data['current'] ? (error.data['current'] as T) : null

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const inOrder = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** Whether two values of a field say the same. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null, inOrder) === JSON.stringify(b ?? null, inOrder)

/** Whether another person changed a field to a value that is neither the original nor the wanted one. */
export const isConflict = (before: unknown, theirs: unknown, mine: unknown): boolean =>
  !isSame(before, theirs) && !isSame(theirs, mine)

/** What was read, unless something newer is known by now: the answer to a change may overtake one to an earlier question. */
export const newestOf = <T extends { version: number }>(known: T | undefined, read: T): T =>
  known && known.version > read.version ? known : read
