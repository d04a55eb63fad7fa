import { Modal, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listContacts } from '@recado/contracts/contacts/address-book'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MergeDialog } from '#web/components/contact/merge-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { contactsKey } from '#web/queries/contacts.ts'

const shortest = 2
const most = 10

type Props = { contact: Pick<ContactCard, 'id' | 'displayName'>; onClose: () => void }

/** Asks which contact is the same person, and merges the two. */
export const MergeWith = ({ contact, onClose }: Props) => {
  const { t } = useTranslation(['contacts/contact', 'contacts/merge'])
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 300)
  const [other, setOther] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: [...contactsKey, 'choices', search],
    queryFn: ({ signal }) => call(listContacts, { query: { search, limit: most } }, { signal }),
    enabled: search.length >= shortest,
    placeholderData: keepPreviousData,
  })
  if (other) return <MergeDialog contact={contact} other={{ id: other }} onClose={onClose} />
  const found = search.length >= shortest ? (data?.data ?? []).filter(({ id }) => id !== contact.id) : []
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
      <Select
        label={t('mergeWith.other')}
        data-autofocus
        searchable
        value={null}
        placeholder={t('contacts/list:find')}
        data={found.map(({ id, displayName, phone }) => ({
          value: id,
          label: [displayName, phone && phone !== displayName ? showPhone(phone) : null].filter(Boolean).join(' · '),
        }))}
        filter={({ options }) => options}
        onSearchChange={setText}
        onChange={(id) => id && setOther(id)}
        nothingFoundMessage={t(text.trim().length < shortest ? 'mergeWith.hint' : 'common:nothingFound')}
      />
    </Modal>
  )
}
