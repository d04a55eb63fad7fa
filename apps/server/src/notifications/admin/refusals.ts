import type { ErrorCode, FieldError } from '@recado/contracts'
import { AppError } from '#server/http/app-error.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

/** Names of the wire that are called otherwise here. */
const fieldNames: Record<string, string> = { notificationGroupId: 'groupId' }

const withPath = /^((?:steps|credentials)(?:\.[\w-]+)+|notificationGroupId):?\s+(.+)$/s

/** The field that a text of the notification API is about, with what it says. */
export const fieldErrorOf = (text: string): FieldError => {
  const [, path = '', message = text] = withPath.exec(text) ?? []
  return { path: fieldNames[path] ?? path, code: 'invalid', message }
}

const refusal = ({ status, texts }: V1Error, code: ErrorCode, cause: unknown): AppError => {
  if (status === 404) return new AppError('not_found', { cause })
  if (status === 409) return new AppError('conflict', { cause })
  const errors = [texts].flat().map(fieldErrorOf)
  const ofForm = errors.every(({ path }) => Object.values(fieldNames).includes(path))
  const detail = errors.map(({ message }) => message).join('; ')
  return new AppError(ofForm ? 'validation_failed' : code, { detail, errors, cause })
}

/** Does work that refuses as the notification API does; here the same is `code`, with the fields it is about. */
export const refusedAs = async <T>(code: ErrorCode, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof V1Error ? refusal(error, code, error) : error
  }
}
