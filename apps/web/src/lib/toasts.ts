import { notifications } from '@mantine/notifications'
import type { i18n } from 'i18next'
import { ApiError } from './api.ts'
import { errorText } from './error-text.ts'

/** How long a toast stays (spec §9). */
export const toastMilliseconds = 8000

const show = (message: string, color: string, id?: string): void => {
  notifications.show({ message, color, autoClose: toastMilliseconds, withBorder: true, ...(id ? { id } : {}) })
}

export const toastSuccess = (message: string): void => show(message, 'petrol')
export const toastInfo = (message: string, id?: string): void => show(message, 'clay', id)

/** Shows a failure in words. The same failure twice is one toast; cancelled and stale-company calls say nothing here. */
export const toastError = (texts: i18n, error: unknown): void => {
  if (error instanceof ApiError && (error.code === 'aborted' || error.code === 'stale_company')) return
  const message = errorText(texts.t, error)
  show(message, 'red', message)
}
