import { Button, Select, Stack, Text } from '@mantine/core'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconArchive, IconCopy, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { toastError } from '#web/lib/ui/toasts.ts'
import { exportSelected, type TemplateScope, useChangeMany } from './api.ts'
import { downloadTemplates } from './download-templates.ts'

type Account = { value: string; label: string }
type Props = {
  scope: TemplateScope
  selection: BulkSelection
  /** How many names it holds. */
  count: number
  /** Chosen names that something depends on, as far as they are on this page. */
  used: readonly string[]
  write: boolean
  archived: boolean
  accounts: readonly Account[]
  onDone: () => void
}

type Dialog = 'copy' | 'delete' | null

type CopyProps = { accounts: readonly Account[]; busy: boolean; onClose: () => void; onCopy: (id: string) => void }

const CopyDialog = ({ accounts, busy, onClose, onCopy }: CopyProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const [accountId, setAccountId] = useState<string | null>(accounts[0]?.value ?? null)
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={t('bulk.copyTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('bulk.copyText')}</Text>
        <Select
          label={t('new.account')}
          allowDeselect={false}
          value={accountId}
          data={[...accounts]}
          onChange={setAccountId}
        />
        <Button loading={busy} disabled={!accountId} onClick={() => accountId && onCopy(accountId)}>
          {t('copy.submit')}
        </Button>
      </Stack>
    </LazyModal>
  )
}

const useRun = ({ scope, onDone }: Pick<Props, 'scope' | 'onDone'>) => {
  const change = useChangeMany(scope)
  const outcome = useBulkOutcome()
  return {
    busy: change.isPending,
    outcome,
    run: (body: Parameters<typeof change.mutateAsync>[0]) =>
      change.mutateAsync(body).then(
        (done) => {
          outcome.show(done)
          onDone()
        },
        // Shown already, like the failure of every mutation.
        () => undefined,
      ),
  }
}

const small = { size: 'compact-sm', variant: 'default' } as const

/** What can be done with the chosen names. */
export const BulkActions = ({ scope, selection, count, used, write, archived, accounts, onDone }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const [dialog, setDialog] = useState<Dialog>(null)
  const { busy, outcome, run } = useRun({ scope, onDone })
  const close = () => setDialog(null)
  const download = () =>
    exportSelected(scope, selection)
      .then(downloadTemplates)
      .catch((error: unknown) => toastError(i18n, error))
  return (
    <>
      {write ? (
        <>
          <Button
            {...small}
            loading={busy}
            leftSection={<IconArchive size={16} />}
            onClick={() => void run({ action: archived ? 'restore' : 'archive', selection })}
          >
            {t(archived ? 'archive.restore' : 'archive.archive')}
          </Button>
          <Button {...small} leftSection={<IconCopy size={16} />} onClick={() => setDialog('copy')}>
            {t('bulk.copy')}
          </Button>
          <Button
            {...small}
            leftSection={<IconRefresh size={16} />}
            onClick={() => void run({ action: 'sync', selection })}
          >
            {t('sync.now')}
          </Button>
        </>
      ) : null}
      <Button {...small} leftSection={<IconDownload size={16} />} onClick={() => void download()}>
        {t('transfer.export')}
      </Button>
      {write ? (
        <Button
          size="compact-sm"
          color="red"
          variant="light"
          leftSection={<IconTrash size={16} />}
          onClick={() => setDialog('delete')}
        >
          {t('common:delete')}
        </Button>
      ) : null}
      {dialog === 'copy' ? (
        <CopyDialog
          accounts={accounts}
          busy={busy}
          onClose={close}
          onCopy={(accountId) => void run({ action: 'copy', selection, accountId }).then(close)}
        />
      ) : null}
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('bulk.deleteTitle', { count })}
        confirmLabel={t('common:delete')}
        danger
        typeToConfirm={String(count)}
        onClose={close}
        onConfirm={() => run({ action: 'delete', selection })}
      >
        <Stack gap="sm">
          <Text size="sm">{t('bulk.deleteAll')}</Text>
          {used.length > 0 ? <Text size="sm">{t('bulk.deleteUsed', { names: used.join(', ') })}</Text> : null}
        </Stack>
      </ConfirmDialog>
      {outcome.dialog}
    </>
  )
}
