import { useTranslation } from 'react-i18next'

/** What a receiver answered, or why there was no answer, in plain words. */
export const useAnswerText = (): ((answer: { status: number | null; error: string | null }) => string) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  return ({ status, error }) => {
    if (status !== null)
      return status >= 300 && status < 400 ? t('answer.redirect', { status }) : t('answer.status', { status })
    return error === null ? '–' : t([`answer.${error}`, 'answer.no_answer'])
  }
}
