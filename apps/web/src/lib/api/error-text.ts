import type { i18n, TFunction } from 'i18next'
import { ApiError } from './api.ts'
import { isChunkFailure } from './reload-once.ts'

/** What to tell a person about a failure, in their language. */
export const errorText = (t: TFunction | i18n['t'], error: unknown): string => {
  if (isChunkFailure(error)) return t('errors:piece_missing')
  if (!(error instanceof ApiError)) return t('errors:unexpected')
  // A quota may have a text of its own: `quota_exceeded_<quota>`.
  const context = typeof error.data.quota === 'string' ? error.data.quota : undefined
  return t(`errors:${error.code}`, { ...error.data, context, defaultValue: t('errors:unexpected') })
}

/** The id that support needs to find a failure in the logs. */
export const traceIdOf = (error: unknown): string | null => (error instanceof ApiError ? error.traceId : null)
