/** The code that an error of the system, the database or a library carries, such as `ENOENT` or `23505`. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
