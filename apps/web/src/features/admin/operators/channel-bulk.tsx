import { Button, TextInput } from '@mantine/core'
import { type ChannelAction, resyncOperatorChannels, runChannelAction } from '@recado/contracts/admin/operators'
import type { EndpointCall } from '@recado/contracts/endpoint'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { CompanySelect } from '#web/components/form/company-select.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { operatorKey } from './api.ts'

const AssignDrawer = lazyComponent(async () => (await import('./assign-drawer.tsx')).AssignDrawer)

type Body = EndpointCall<typeof runChannelAction>['body']
type Asked = Extract<ChannelAction, 'pause' | 'move'>

const direct = ['resync', 'resubscribe', 'resume'] as const
const asked: readonly Asked[] = ['pause', 'move']

type AskProps = {
  action: Asked
  count: number
  onConfirm: (extra: Partial<Body>) => Promise<void>
  onClose: () => void
}

/** Asks why, and where to, before numbers are paused or moved. */
const AskFirst = ({ action, count, onConfirm, onClose }: AskProps) => {
  const { t } = useTranslation('admin/operators')
  const [reason, setReason] = useState('')
  const [companyId, setCompanyId] = useState<string | null>(null)
  return (
    <ConfirmDialog
      opened
      danger
      title={t(`${action}.ask`, { count })}
      confirmLabel={t(`bulk.${action}`)}
      ready={reason.trim().length >= 5 && (action !== 'move' || companyId !== null)}
      onConfirm={() => onConfirm({ reason, ...(companyId ? { companyId } : {}) })}
      onClose={onClose}
    >
      {t(`${action}.text`)}
      {action === 'move' ? <CompanySelect label={t('move.company')} value={companyId} onChange={setCompanyId} /> : null}
      <TextInput
        mt="md"
        label={t('pause.reason')}
        description={t('pause.reasonHelp')}
        minLength={5}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

type Props = { selection: BulkSelection; onDone: () => void }

/** What an operator does with the numbers that are chosen. */
export const OperatorBulk = ({ selection, onDone }: Props) => {
  const { t } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  const { show, dialog } = useBulkOutcome()
  const resync = useMutation({
    mutationFn: () => call(resyncOperatorChannels, { body: selection }),
    onSuccess: (outcome) => {
      show(outcome)
      if (outcome.skipped.length === 0) onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  return (
    <>
      <Button size="xs" variant="light" loading={resync.isPending} onClick={() => resync.mutate()}>
        {t('bulk.resync')}
      </Button>
      {dialog}
    </>
  )
}

/** What a platform admin does with the numbers that are chosen. */
export const ChannelBulk = ({ selection, onDone }: Props) => {
  const { t } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  const { show, dialog } = useBulkOutcome()
  const [asking, setAsking] = useState<Asked | null>(null)
  const [assigning, setAssigning] = useState(false)
  const run = useMutation({
    mutationFn: (body: Body) => call(runChannelAction, { body }),
    onSuccess: (outcome) => {
      show(outcome)
      if (outcome.skipped.length === 0) onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  return (
    <>
      {direct.map((action) => (
        <Button
          key={action}
          size="xs"
          variant="light"
          loading={run.isPending && run.variables.action === action}
          onClick={() => run.mutate({ action, selection })}
        >
          {t(`bulk.${action}`)}
        </Button>
      ))}
      {'ids' in selection ? (
        <Button size="xs" variant="light" onClick={() => setAssigning(true)}>
          {t('assign.title')}
        </Button>
      ) : null}
      {asked.map((action) => (
        <Button key={action} size="xs" variant="outline" color="red" onClick={() => setAsking(action)}>
          {t(`bulk.${action}`)}
        </Button>
      ))}
      {assigning && 'ids' in selection ? (
        <AssignDrawer channelIds={selection.ids} onDone={onDone} onClose={() => setAssigning(false)} />
      ) : null}
      {asking ? (
        <AskFirst
          action={asking}
          count={'ids' in selection ? selection.ids.length : selection.expected}
          onConfirm={async (extra) => {
            await run.mutateAsync({ action: asking, selection, ...extra })
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {dialog}
    </>
  )
}
