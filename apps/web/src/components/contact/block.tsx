import { Button } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'
import { useCan } from '#web/lib/session/session.ts'
import { lazyComponent } from '../page/lazy-component.tsx'
import { useChangeContacts } from './changes.ts'

const ChangeDialog = lazyComponent(async () => (await import('./change-dialog.tsx')).ChangeDialog)

/** Blocks a contact, asking why. */
export const BlockDialog = ({ contactId, onClose }: { contactId: string; onClose: () => void }) => {
  const changes = useChangeContacts()
  return (
    <>
      <ChangeDialog
        type="block"
        selection={{ ids: [contactId] }}
        run={changes.change}
        onDone={onClose}
        onClose={onClose}
      />
      {changes.dialog}
    </>
  )
}

/** Ends the block of a contact; nothing for whoever may not. */
export const UnblockButton = ({ contactId }: { contactId: string }) => {
  const { t } = useTranslation('contacts/contact')
  const changes = useChangeContacts()
  if (!useCan()('contacts.edit')) return null
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        loading={changes.busy}
        onClick={() => changes.start({ selection: { ids: [contactId] }, change: { type: 'unblock' } })}
      >
        {t('block.end')}
      </Button>
      {changes.dialog}
    </>
  )
}

/** Since when and why a contact is blocked, and whether WhatsApp stops their messages as well. */
export const BlockText = ({ block }: { block: NonNullable<ContactCard['block']> }) => {
  const { t, i18n } = useTranslation('contacts/contact')
  const { reason, since, onWhatsapp } = block
  return (
    <>
      {reason === ''
        ? t('block.since', { day: day(since, i18n.language) })
        : t('block.why', { day: day(since, i18n.language), reason })}{' '}
      {t(`block.whatsapp.${onWhatsapp}`)}
    </>
  )
}
