import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { useTranslation } from 'react-i18next'

/** Why messages of a campaign failed, in plain words. */
export const useErrorText = () => {
  const { t } = useTranslation(['whatsapp/graph-errors', 'inbox/message-log'])
  return (errorClass: string, errorCode: number | null): string => {
    const named = t(`inbox/message-log:class.${errorClass}`, { defaultValue: errorClass })
    return t(`whatsapp/graph-errors:${graphErrorTextKey(errorCode)}.reason`, { defaultValue: named })
  }
}
