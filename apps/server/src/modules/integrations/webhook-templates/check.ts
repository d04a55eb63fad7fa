import { type SourceDefinition, sourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import { AppError } from '#server/http/app-error.ts'
import { refuseLaborious } from '#server/http/json-body.ts'
import { declaredSource, refusePath, testSamples } from '#server/modules/integrations/webhook-sources/index.ts'

type Refusal = { path: string; code: string; message: string }

const pathsOf = (definition: SourceDefinition): [string, string][] => [
  ...(['event', 'eventId'] as const).flatMap((key): [string, string][] => {
    const place = definition[key]
    return place?.from === 'path' ? [[`definition.${key}.path`, place.path]] : []
  }),
  ...(definition.objectPath ? [['definition.objectPath', definition.objectPath] as [string, string]] : []),
  ...definition.events.flatMap(({ fields }, n) =>
    Object.entries(fields).map(([key, { path }]): [string, string] => [
      `definition.events.${n}.fields.${key}.path`,
      path,
    ]),
  ),
]

const isReadable = (body: string): boolean => {
  try {
    refuseLaborious(Buffer.from(body))
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** Which secrets a way of verifying needs. */
const secretRefusals = ({ verification: { scheme }, secrets }: SourceDefinition): Refusal[] => {
  const path = 'definition.secrets'
  const secret = secrets.find(({ key }) => key === 'secret')
  if (scheme === 'none')
    return secrets.length > 0 ? [{ path, code: 'invalid', message: 'Without verification no secret is used' }] : []
  if (!secret?.required) return [{ path, code: 'required', message: 'The verification needs a required secret' }]
  return scheme !== 'basic' && secrets.length > 1
    ? [{ path, code: 'invalid', message: 'Only user name and password need a user name' }]
    : []
}

/** Throws `validation_failed` for paths that could run long, samples that are no JSON, and secrets that do not fit. */
export const assertDefinition = (definition: SourceDefinition): void => {
  const errors = [
    ...pathsOf(definition).flatMap(([path, text]): Refusal[] => {
      const message = refusePath(text)
      return message === null ? [] : [{ path, code: 'json_path', message }]
    }),
    ...definition.samples.flatMap(({ body }, n): Refusal[] =>
      isReadable(body)
        ? []
        : [{ path: `definition.samples.${n}.body`, code: 'json', message: 'Not JSON that could be read' }],
    ),
    ...secretRefusals(definition),
  ]
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/**
 * Throws `validation_failed` for what companies could not connect, and `samples_failing` unless each sample comes to what
 * is expected of it.
 */
export const assertPublishable = (key: string, number: number, stored: SourceDefinition): void => {
  const definition = sourceDefinition.parse(stored)
  assertDefinition(definition)
  const missing = [
    ...(['en', 'pt'] as const).filter((language) => definition.steps[language].length === 0).map((l) => `steps.${l}`),
    ...(definition.events.length === 0 ? ['events'] : []),
    ...(definition.samples.length === 0 ? ['samples'] : []),
  ]
  if (missing.length > 0)
    throw new AppError('validation_failed', {
      errors: missing.map((path) => ({ path: `definition.${path}`, code: 'required', message: 'Is missing' })),
    })
  const source = declaredSource({ key, number, logoFileId: null, definition })
  const failed = testSamples(source, definition.samples).filter(({ passed }) => !passed)
  if (failed.length > 0)
    throw new AppError('samples_failing', {
      data: { failed: failed.length, count: definition.samples.length, ids: failed.map(({ id }) => id) },
    })
}
