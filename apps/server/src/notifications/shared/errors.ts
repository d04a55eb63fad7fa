import type { ZodError } from 'zod'

/** An error of the notification API: `{statusCode, message, error}`. */
export class V1Error extends Error {
  override name = 'V1Error'
  readonly status: number
  /** One text, or a list of them for a validation. */
  readonly texts: string | string[]
  constructor(status: number, texts: string | string[]) {
    super([texts].flat().join('; '))
    this.status = status
    this.texts = texts
  }
}

export const badRequest = (texts: string | string[]) => new V1Error(400, texts)
export const notFound = (text: string) => new V1Error(404, text)
export const conflict = (text: string) => new V1Error(409, text)

const MOST_TEXTS = 100

/** The refused fields as the list a client prints: the first of them when there are many. */
export const textsOf = (error: ZodError): string[] =>
  error.issues.slice(0, MOST_TEXTS).map(({ path, message }) => {
    const field = path.join('.')
    return field === '' || message.startsWith(field) || message.startsWith(String(path.at(-1)))
      ? message
      : `${field}: ${message}`
  })
