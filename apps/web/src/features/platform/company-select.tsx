import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { companyChoicesQuery } from './api.ts'

type Props = { value: string | null; onChange: (id: string | null) => void; label?: string; error?: string | undefined }

/** Chooses a company by typing some of its name. */
export const CompanySelect = ({ value, onChange, label, error }: Props) => {
  const { t } = useTranslation('platform')
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 300)
  const { data } = useQuery(companyChoicesQuery(wanted.trim().length > 1 ? wanted.trim() : ''))
  const found = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const known = value && !found.some((entry) => entry.value === value) ? [{ value, label: t('column.company') }] : []
  return (
    <Select
      {...(label ? { label } : { 'aria-label': t('column.company') })}
      placeholder={t('users.anyCompany')}
      searchable
      clearable
      value={value}
      data={[...known, ...found]}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={onChange}
      error={error}
      nothingFoundMessage={t('common:nothingFound')}
    />
  )
}
