import { Alert, Button } from '@mantine/core'
import { type ContactImport, cancelImport } from '@recado/contracts/contacts/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { importQuery } from './api.ts'
import { Outcome } from './outcome.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import type { RowSearch } from './search.ts'

type Props = { found: ContactImport; search: RowSearch; onSearch: (next: RowSearch) => void }

/** What the import would do, before anything changes. */
export const CheckStep = ({ found, search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(cancelImport, { params: { id: found.id } }),
    onSuccess: (next) => client.setQueryData(importQuery(found.id).queryKey, next),
  })
  if (found.state === 'validating')
    return (
      <ProgressPanel
        order={3}
        found={found}
        title={t('check.checking')}
        action={
          <Button variant="default" size="compact-sm" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('check.cancel')}
          </Button>
        }
      />
    )
  const changes = (found.counts?.created ?? 0) + (found.counts?.updated ?? 0)
  return (
    <>
      {changes === 0 ? (
        <Alert color="gray" title={t('check.nothing')}>
          {t('check.nothingText')}
        </Alert>
      ) : null}
      <Outcome found={found} planned search={search} onSearch={onSearch} />
    </>
  )
}
