import { Button } from '@mantine/core'
import { type LogEntry, listLog, retryMessages } from '@recado/contracts/inbox/message-log'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { logKey } from './api.ts'
import type { LogSearch } from './search.ts'

const sizeOf = (selection: BulkSelection): number => ('ids' in selection ? selection.ids.length : selection.expected)

/** Lets messages of the log be chosen, and those of them that failed be sent again. */
export const useRetry = (filter: LogSearch) => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const client = useQueryClient()
  const selected = useSelected(filter)
  const [asked, setAsked] = useState<BulkSelection | null>(null)
  const outcome = useBulkOutcome()
  const { mutateAsync } = useMutation({
    mutationFn: (selection: BulkSelection) => call(retryMessages, { body: selection }),
    onSuccess: (answer) => {
      selected.onChange([])
      outcome.show(answer)
    },
    onSettled: () => client.invalidateQueries({ queryKey: logKey }),
  })
  const count = async () => {
    const { page } = await call(listLog, { query: { ...filter, count: 'exact', limit: 1 } })
    return page.total ?? 0
  }
  const table = {
    selection: {
      ...selected,
      label: (entry: LogEntry) => entry.contact.displayName,
      matching: { filter, count },
    },
    bulk: (selection: BulkSelection) => (
      <Button size="compact-sm" leftSection={<IconRefresh size={15} />} onClick={() => setAsked(selection)}>
        {t('retry.button')}
      </Button>
    ),
  }
  const dialog = (
    <>
      <ConfirmDialog
        opened={asked !== null}
        title={t('retry.title')}
        confirmLabel={t('retry.button')}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked) await mutateAsync(asked)
        }}
      >
        {asked
          ? t('retry.text', {
              count: sizeOf(asked),
              formatted: new Intl.NumberFormat(i18n.language).format(sizeOf(asked)),
            })
          : null}
      </ConfirmDialog>
      {outcome.dialog}
    </>
  )
  return { table, dialog }
}
