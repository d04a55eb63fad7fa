import type { BulkOutcome } from '@recado/contracts/shared/lists'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { lazyComponent } from '../page/lazy-component.tsx'

const BulkOutcomeDialog = lazyComponent(async () => (await import('./bulk-outcome-dialog.tsx')).BulkOutcomeDialog)

/** Says what became of a change of many rows: how many went, and which were left out for which reason. */
export const useBulkOutcome = () => {
  const { t, i18n } = useTranslation('lists')
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const show = (next: BulkOutcome) => {
    if (next.task) {
      void client.invalidateQueries({ queryKey: tasksKey })
      toastSuccess(t('bulk.started'))
    } else if (next.skipped.length > 0) setOutcome(next)
    else
      toastSuccess(
        t('bulk.done', { count: next.done, formatted: new Intl.NumberFormat(i18n.language).format(next.done) }),
      )
  }
  const dialog = outcome ? <BulkOutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} /> : null
  return { show, dialog }
}
