import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { companyChoicesQuery } from '#web/queries/company-choices.ts'

type Props = {
  value: string | null
  onChange: (id: string | null) => void
  label: string
}

/** Chooses one of all companies by typing some of its name. For platform admins. */
export const CompanySelect = ({ value, onChange, label }: Props) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 300)
  const { data } = useQuery(companyChoicesQuery(wanted.trim()))
  const found = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const known = value && !found.some((entry) => entry.value === value) ? [{ value, label }] : []
  return (
    <Select
      label={label}
      searchable
      clearable
      value={value}
      data={[...known, ...found]}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={onChange}
      nothingFoundMessage={t('common:nothingFound')}
    />
  )
}
