import type { ZodError } from 'zod'

/** A field of a request that is refused: its dotted path, what is wrong with it, and the text that says both. */
export type FieldRefusal = { path: string; code: 'invalid'; message: string; text: string }

/** `steps.0.uuid is used by another step`; with a colon where the message is a sentence of its own. */
export const fieldRefusal = (path: string, message: string, glue: ' ' | ': ' = ' '): FieldRefusal => ({
  path,
  code: 'invalid',
  message,
  text: `${path}${glue}${message}`,
})

/** Prefixes the fields of refusals with the field that holds them. */
export const withinField = (outer: string, refusals: readonly FieldRefusal[]): FieldRefusal[] =>
  refusals.map((refusal) => ({
    ...refusal,
    path: refusal.path === '' ? outer : `${outer}.${refusal.path}`,
    text: `${outer}.${refusal.text}`,
  }))

/** An error of the notification API: `{statusCode, message, error}`. */
export class V1Error extends Error {
  override name = 'V1Error'
  readonly status: number
  /** One text, or a list of them for a validation. */
  readonly texts: string | string[]
  /** The fields that it is about, where it is about fields. */
  readonly fields: readonly FieldRefusal[]
  constructor(status: number, texts: string | string[], fields: readonly FieldRefusal[] = []) {
    super([texts].flat().join('; '))
    this.status = status
    this.texts = texts
    this.fields = fields
  }
}

export const badRequest = (texts: string | string[]) => new V1Error(400, texts)
export const notFound = (text: string) => new V1Error(404, text)
export const conflict = (text: string) => new V1Error(409, text)

/** 400 with a list of texts for a list of fields, with one text for one field. */
export const badFields = (refused: FieldRefusal | readonly FieldRefusal[]): V1Error =>
  'text' in refused
    ? new V1Error(400, refused.text, [refused])
    : new V1Error(
        400,
        refused.map(({ text }) => text),
        refused,
      )

const MOST_FIELDS = 100

/** The fields that a schema refuses: the first of them when there are many. */
export const refusalsOf = (error: ZodError): FieldRefusal[] =>
  error.issues.slice(0, MOST_FIELDS).map(({ path, message }) => {
    const field = path.join('.')
    const namesItself = field === '' || message.startsWith(field) || message.startsWith(String(path.at(-1)))
    return { ...fieldRefusal(field, message, ': '), ...(namesItself ? { text: message } : {}) }
  })

/** The refusals of a schema as texts that a client prints. */
export const textsOf = (error: ZodError): string[] => refusalsOf(error).map(({ text }) => text)
