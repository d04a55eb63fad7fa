import { Skeleton } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { MergeFields } from './merge-fields.tsx'
import { useMerge } from './use-merge.ts'

type Props = { contact: Pick<ContactCard, 'id'>; other: Pick<ContactCard, 'id'>; onClose: () => void }

/** Two contacts become one: which one stays, and whose value where both have one. */
export const MergeDialog = ({ contact, other, onClose }: Props) => {
  const { t } = useTranslation('contacts/merge')
  const merge = useMerge([contact.id, other.id], onClose)
  const { data, error, refetch } = merge.preview
  return (
    <FormDialog
      opened
      size={760}
      title={t('title')}
      submitLabel={t('submit')}
      {...merge.state}
      ready={merge.ready}
      onClose={onClose}
    >
      {error ? <RetryState compact error={error} onRetry={refetch} /> : null}
      {data && merge.contacts ? <MergeFields merge={merge} contacts={merge.contacts} preview={data} /> : null}
      {data || error ? null : <Skeleton height={260} radius="md" role="status" aria-label={t('common:loading')} />}
    </FormDialog>
  )
}
