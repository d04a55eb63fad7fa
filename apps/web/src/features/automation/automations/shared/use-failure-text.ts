import { useTranslation } from 'react-i18next'

/** Why a step failed: by its own codes, or as the product refuses things elsewhere. */
export const useFailureText = () => {
  const { t } = useTranslation(['automation/automations', 'errors'])
  return (code: string): string => t([`runError.${code}`, `errors:${code}`, 'runError.other'])
}
