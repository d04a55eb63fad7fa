import { useDebouncedValue } from '@mantine/hooks'
import { listContacts } from '@recado/contracts/contacts/address-book'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { contactsKey } from '#web/queries/contacts.ts'
import { Select } from '../form/select.tsx'

type Props = {
  label: string
  value: string
  /** A contact that is not to be chosen. */
  except?: string
  error?: string | null
  /** It can be left out. */
  optional?: boolean
  onChange: (contactId: string) => void
  'data-autofocus'?: boolean
}

const MOST = 20

/** Chooses a contact, found by name, phone or email. */
export const ContactSelect = ({ value, except, optional = false, onChange, ...field }: Props) => {
  const { t } = useTranslation(['contacts/list', 'errors'])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data, error, isPending } = useQuery({
    queryKey: [...contactsKey, 'choices', search],
    queryFn: ({ signal }) =>
      call(listContacts, { query: { limit: MOST, ...(search.length > 1 ? { search } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.data ?? []).filter(({ id }) => id !== except)
  const choices = found.map(({ id, displayName, phone }) => ({
    value: id,
    label: phone && phone !== displayName ? `${displayName} · ${showPhone(phone)}` : displayName,
  }))
  const nothing = isPending ? t('common:loading') : t('common:nothingFound')
  return (
    <Select
      {...field}
      searchable
      required={!optional}
      clearable={optional}
      openOnFocus={false}
      placeholder={t('find')}
      value={value || null}
      data={choices}
      filter={({ options }) => options}
      onSearchChange={(text) => setTyped(choices.some(({ label }) => label === text) ? '' : text)}
      onChange={(next) => onChange(next ?? '')}
      nothingFoundMessage={error ? errorText(t, error) : nothing}
    />
  )
}
