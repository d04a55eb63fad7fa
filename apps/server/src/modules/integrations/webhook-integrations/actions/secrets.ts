import { randomBytes } from 'node:crypto'
import { AppError } from '#server/http/app-error.ts'
import { createToken } from '#server/lib/seal.ts'
import type { Secrets, SourceSettings, WebhookSource } from '#server/modules/integrations/webhook-sources/index.ts'

const STANDARD_BYTES = 24

const madeUp = (scheme: string | undefined): string =>
  scheme === 'standard' ? `whsec_${randomBytes(STANDARD_BYTES).toString('base64')}` : createToken()

/** Whether a source needs a secret before it can be verified; the generic one does as it is set up. */
const isNeeded = (
  { key: source }: WebhookSource,
  key: string,
  required: boolean,
  { scheme = 'none' }: SourceSettings,
): boolean => (source === 'generic' ? key === 'secret' && scheme !== 'none' : required)

type Made = { secrets: Secrets; generated: Record<string, string> }

/**
 * The secrets of a connection: those that were given, those that it has, and new ones for what is ours to make up. Throws
 * `validation_failed` for secrets that its source does not have.
 */
export const secretsFrom = (
  source: WebhookSource,
  settings: SourceSettings,
  given: Readonly<Record<string, string>>,
  before: Secrets = {},
): Made => {
  const known = new Set(source.secrets.map(({ key }) => key))
  const strange = Object.keys(given).filter((key) => !known.has(key))
  if (strange.length > 0)
    throw new AppError('validation_failed', {
      errors: strange.map((key) => ({
        path: `secrets.${key}`,
        code: 'invalid',
        message: 'The source has no such secret',
      })),
    })
  const generated = Object.fromEntries(
    source.secrets.flatMap(({ key, origin, required }) =>
      origin === 'ours' && !given[key] && isNeeded(source, key, required, settings)
        ? [[key, madeUp(source.proof?.scheme ?? settings.scheme)]]
        : [],
    ),
  )
  return { secrets: { ...before, ...given, ...generated }, generated }
}

/** Secrets without which nothing could be verified, and which are not there. */
export const missingSecrets = (source: WebhookSource, settings: SourceSettings, secrets: Secrets) =>
  source.secrets.filter(({ key, required }) => isNeeded(source, key, required, settings) && !secrets[key])

/** Throws `validation_failed` for secrets without which nothing could be verified. */
export const assertComplete = (source: WebhookSource, settings: SourceSettings, secrets: Secrets): void => {
  const errors = missingSecrets(source, settings, secrets).map(({ key }) => ({
    ...{ path: `secrets.${key}`, code: 'required', message: 'Without this secret nothing can be verified' },
  }))
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}
