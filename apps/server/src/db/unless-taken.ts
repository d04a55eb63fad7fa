import { AppError } from '#server/http/app-error.ts'

const UNIQUE_VIOLATION = '23505'

const isTaken = (error: unknown): boolean =>
  error instanceof Error && ('code' in error && error.code === UNIQUE_VIOLATION ? true : isTaken(error.cause))

/** What a statement answers. Throws `duplicate` where it would break a unique index. */
export const unlessTaken = async <T>(statement: PromiseLike<T>): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    if (isTaken(error)) throw new AppError('duplicate', { cause: error })
    throw error
  }
}
