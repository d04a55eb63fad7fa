import type { ExportFormat, Task } from '@recado/contracts/shared/tasks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

/** Starts an export, and shows where the file will appear. */
export const useListExport = <Choice = ExportFormat>(start: (choice: Choice) => Promise<Task>) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: start,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: tasksKey })
      toastSuccess(t('export.started'))
    },
  })
}
