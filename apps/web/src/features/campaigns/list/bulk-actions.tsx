import { Button } from '@mantine/core'
import { changeCampaigns } from '@recado/contracts/campaigns/campaigns'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconArchive, IconArchiveOff, IconCopy, IconPlayerStop } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import type { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { campaignsKey } from '#web/queries/campaigns.ts'

type Action = 'archive' | 'unarchive' | 'duplicate' | 'cancel'
type Props = {
  selection: BulkSelection
  archived: boolean
  outcome: ReturnType<typeof useBulkOutcome>
  onDone: () => void
}

/** What can be done with the chosen campaigns. */
export const BulkActions = ({ selection, archived, outcome, onDone }: Props) => {
  const { t } = useTranslation('campaigns/list')
  const can = useCan()
  const client = useQueryClient()
  const [canceling, setCanceling] = useState(false)
  const change = useMutation({
    mutationFn: (action: Action) => call(changeCampaigns, { body: { selection, action } }),
    onSuccess: async (done) => {
      outcome.show(done)
      onDone()
      await client.invalidateQueries({ queryKey: campaignsKey })
    },
  })
  const count = 'ids' in selection ? selection.ids.length : selection.expected
  const put = archived ? 'unarchive' : 'archive'
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCopy size={16} />}
        disabled={change.isPending}
        onClick={() => change.mutate('duplicate')}
      >
        {t('bulk.duplicate')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        disabled={change.isPending}
        onClick={() => change.mutate(put)}
      >
        {t(`bulk.${put}`)}
      </Button>
      {can('campaigns.launch') ? (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconPlayerStop size={16} />}
          onClick={() => setCanceling(true)}
        >
          {t('bulk.cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={canceling}
        title={t('bulk.cancelTitle', { count })}
        confirmLabel={t('bulk.cancel')}
        cancelLabel={t('bulk.keep')}
        danger
        onConfirm={() => change.mutateAsync('cancel')}
        onClose={() => setCanceling(false)}
      >
        {t('bulk.cancelText')}
      </ConfirmDialog>
    </>
  )
}
