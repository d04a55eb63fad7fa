import { Button, Group, Stack, Title } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { setLegalHold } from '@recado/contracts/contacts/privacy'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { readContactAgain } from '#web/queries/contacts.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { lazyComponent } from '../page/lazy-component.tsx'
import { useDataExport } from './use-data-export.ts'

const HoldDialog = lazyComponent(async () => (await import('./hold-dialog.tsx')).HoldDialog)
const RequestDrawer = lazyComponent(async () => (await import('./request-drawer.tsx')).RequestDrawer)

type Opened = 'request' | 'hold' | 'lift' | null
type Props = {
  contact: ContactCard
  /** Asks about erasing them, outside of what is shown of them, as that ends with it. */
  onErase: () => void
}

/** What the law gives a contact: a request, their data, a hold on it, and its end. */
export const PrivacyPanel = ({ contact, onErase }: Props) => {
  const { t } = useTranslation('contacts/privacy')
  const can = useCan()
  const client = useQueryClient()
  const [opened, setOpened] = useState<Opened>(null)
  const { mutate: start, isPending } = useDataExport()
  const close = () => setOpened(null)
  const { id, displayName, legalHold, erasedAt } = contact
  if (erasedAt !== null) return null
  const manages = can('privacy.manage')
  const button = (label: string, open: Opened) => (
    <Button size="compact-sm" variant="default" onClick={() => setOpened(open)}>
      {label}
    </Button>
  )
  return (
    <Stack gap="sm">
      <Title order={2} fz="md">
        {t('rights')}
      </Title>
      <Group gap="xs">
        {can('contacts.edit') ? button(t('create.open'), 'request') : null}
        {manages ? (
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => start({ contactId: id })}>
            {t('export.start')}
          </Button>
        ) : null}
        {manages
          ? button(t(legalHold === null ? 'hold.set' : 'hold.lift'), legalHold === null ? 'hold' : 'lift')
          : null}
        {can('contacts.erase') ? (
          <Button size="compact-sm" variant="light" color="red" onClick={onErase}>
            {t('erase.open')}
          </Button>
        ) : null}
      </Group>
      {opened === 'request' ? <RequestDrawer contactId={id} onClose={close} /> : null}
      {opened === 'hold' ? <HoldDialog contactId={id} onClose={close} /> : null}
      <ConfirmDialog
        opened={opened === 'lift'}
        title={t('hold.liftTitle', { name: displayName })}
        confirmLabel={t('hold.lift')}
        onClose={close}
        onConfirm={async () => {
          await call(setLegalHold, { params: { id }, body: { reason: null } })
          await readContactAgain(client, id)
        }}
      >
        {t('hold.liftText')}
      </ConfirmDialog>
    </Stack>
  )
}
