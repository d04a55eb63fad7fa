import { Modal, Text } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactSelect } from '#web/components/contact/contact-select.tsx'
import { MergeDialog } from '#web/components/contact/merge-dialog.tsx'

type Props = { contact: Pick<ContactCard, 'id' | 'displayName'>; onClose: () => void }

/** Asks which contact is the same person, and merges the two. */
export const MergeWith = ({ contact, onClose }: Props) => {
  const { t } = useTranslation('contacts/contact')
  const [other, setOther] = useState<string | null>(null)
  if (other) return <MergeDialog contact={contact} other={{ id: other }} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('mergeWith.title', { name: contact.displayName })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text size="sm" mb="md">
        {t('mergeWith.text')}
      </Text>
      <ContactSelect
        label={t('mergeWith.other')}
        data-autofocus
        value=""
        except={contact.id}
        onChange={(id) => id && setOther(id)}
      />
    </Modal>
  )
}
