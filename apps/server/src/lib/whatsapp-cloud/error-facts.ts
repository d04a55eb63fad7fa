import { asNumber, asObject, asObjects, asText } from './loose-json.ts'
import type { ErrorFact } from './webhook-types.ts'

/** The `errors` list of a message, a status or a value. */
export const errorFacts = (errors: unknown): ErrorFact[] =>
  asObjects(errors).map((error) => ({
    code: asNumber(error.code),
    title: asText(error.title),
    message: asText(error.message),
    details: asText(asObject(error.error_data)?.details) ?? asText(error.details),
  }))
