import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listAllCompanies } from '@recado/contracts/admin/companies'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'

const choicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['company-choices', search],
    queryFn: ({ signal }) =>
      call(listAllCompanies, { query: { limit: 10, ...(search ? { search } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  })

type Props = {
  value: string | null
  onChange: (id: string | null) => void
  /** What stands above it, or with `bare` only what it is called. */
  label: string
  bare?: boolean
  placeholder?: string
}

/** Chooses one of all companies by typing some of its name. For platform admins. */
export const CompanySelect = ({ value, onChange, label, bare, placeholder }: Props) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 300)
  const { data } = useQuery(choicesQuery(wanted.trim().length > 1 ? wanted.trim() : ''))
  const found = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const known = value && !found.some((entry) => entry.value === value) ? [{ value, label }] : []
  return (
    <Select
      {...(bare ? { 'aria-label': label } : { label })}
      {...(placeholder ? { placeholder } : {})}
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
