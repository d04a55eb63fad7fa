import { useTranslation } from 'react-i18next'

/** Why an event is in its state, in plain words: what only the log says, or what the API answers too. */
export const useReasonText = (): ((code: string) => string) => {
  const { t } = useTranslation(['integrations/webhooks', 'errors'])
  return (code) => t([`reason.${code}`, `errors:${code}`, 'reason.other'])
}
