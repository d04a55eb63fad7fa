import type { i18n } from 'i18next'
import { ApiError } from '../api/api.ts'
import { errorText } from '../api/error-text.ts'
import { toasts } from './toast-list.ts'

export const toastSuccess = (message: string): void => toasts.show({ message, color: 'petrol' })
export const toastInfo = (message: string, id?: string): void =>
  toasts.show({ message, color: 'clay', ...(id ? { id } : {}) })

/** Shows a failure in words. The same failure twice is one toast; cancelled and stale-company calls say nothing here. */
export const toastError = (texts: i18n, error: unknown): void => {
  if (error instanceof ApiError && (error.code === 'aborted' || error.code === 'stale_company')) return
  const message = errorText(texts.t, error)
  toasts.show({ message, color: 'red', id: message })
}
