import { exportContactData } from '@recado/contracts/contacts/privacy-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

/** Starts the archive of everything kept about a contact; it appears among the person's tasks. */
export const useDataExport = () => {
  const { t } = useTranslation('contacts/privacy')
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ contactId, requestId }: { contactId: string; requestId?: string }) =>
      call(exportContactData, { params: { id: contactId }, body: requestId ? { requestId } : {} }),
    onSuccess: () => {
      toastSuccess(t('export.started'))
      return client.invalidateQueries({ queryKey: tasksKey })
    },
  })
}
