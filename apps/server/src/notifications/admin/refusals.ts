import type { ErrorCode, FieldError } from '@recado/contracts'
import { AppError } from '#server/http/app-error.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

/** Fields of the notification API that the forms of the product call otherwise. */
const formFields: Record<string, string> = { notificationGroupId: 'groupId' }

const fieldErrorsOf = ({ fields, texts }: V1Error): FieldError[] =>
  fields.length > 0
    ? fields.map(({ path, code, message }) => ({ path: formFields[path] ?? path, code, message }))
    : [texts].flat().map((message) => ({ path: '', code: 'invalid', message }))

const refusal = (error: V1Error, code: ErrorCode): AppError => {
  const { status } = error
  if (status === 404) return new AppError('not_found', { cause: error })
  if (status === 409) return new AppError('conflict', { cause: error })
  const errors = fieldErrorsOf(error)
  const ofForm = errors.every(({ path }) => Object.values(formFields).includes(path))
  const detail = errors.map(({ message }) => message).join('; ')
  return new AppError(ofForm ? 'validation_failed' : code, { detail, errors, cause: error })
}

/** Does work that refuses as the notification API does; here the same is `code`, with the fields it is about. */
export const refusedAs = async <T>(code: ErrorCode, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof V1Error ? refusal(error, code) : error
  }
}
