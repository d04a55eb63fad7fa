import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'

/** Changes a setting of the company, says so, and reads the settings again. `quiet` leaves showing a refusal to the caller. */
export const useSettingsChange = <A, R>(change: (argument: A) => Promise<R>, { quiet = false } = {}) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toastSuccess(t('saved')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: companySettingsKey }),
    meta: { quiet },
  })
}
