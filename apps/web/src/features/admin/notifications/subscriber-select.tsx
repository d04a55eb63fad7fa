import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subscribersQuery } from './api.ts'

type Choice = { value: string; label: string }
type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string
  /** The selected subscriber before the first search. */
  initial?: Choice
  onChange: (id: string) => void
}

/** Chooses a subscriber by name, address or id. */
export const SubscriberSelect = ({ value, initial, onChange, ...rest }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 300)
  const [chosen, setChosen] = useState<Choice | null>(initial ?? null)
  const searched = wanted !== chosen?.label && wanted.trim().length >= 2 ? { search: wanted.trim() } : {}
  const { data } = useQuery(subscribersQuery(searched))
  const found = (data?.data ?? []).map(({ subscriberId, name, email }) => ({
    value: subscriberId,
    label: [name || subscriberId, email].filter(Boolean).join(' · '),
  }))
  const options = chosen && !found.some((option) => option.value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={t('common:nothingFound')}
      placeholder={t('subscriber.choose')}
      data={options}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(id, option) => {
        setChosen(id ? { value: id, label: option.label } : null)
        onChange(id ?? '')
      }}
      {...rest}
    />
  )
}
