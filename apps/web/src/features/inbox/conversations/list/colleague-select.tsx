import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import { colleaguesQuery } from '../api.ts'

type Person = { id: string; name: string }
type Props = { label: string; value: string | null; onChange: (id: string | null) => void }

/** Chooses a member by typing some of a name, oneself first; the server looks for them. */
export const ColleagueSelect = ({ label, value, onChange }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { user } = useSignedIn()
  const [search, setSearch] = useState('')
  const [typed] = useDebouncedValue(search.trim(), 300)
  const { data: chosen } = useQuery({ ...colleaguesQuery({ id: value ?? '' }), enabled: value !== null })
  const { data: found } = useQuery(colleaguesQuery(typed ? { search: typed } : {}))
  const optionOf = ({ id, name }: Person) => ({ value: id, label: id === user.id ? t('actions.me', { name }) : name })
  const known = chosen?.data.filter(({ id }) => id === value).map(optionOf) ?? []
  const people = [...(typed ? [] : [{ id: user.id, name: user.name }]), ...(found?.data ?? [])].map(optionOf)
  const options = [...new Map([...people, ...known].map((option) => [option.value, option])).values()]
  return (
    <Select
      size="xs"
      label={label}
      placeholder={t('list.any')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.removeFilter', { name: label }) }}
      data={options}
      filter={({ options: all }) => all}
      value={value}
      onSearchChange={(text) => setSearch(options.some((option) => option.label === text) ? '' : text)}
      onChange={onChange}
      nothingFoundMessage={t('common:nothingFound')}
    />
  )
}
