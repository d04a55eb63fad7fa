import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import { memberChoicesQuery } from '#web/queries/members.ts'

type Props = { label: string; value: string; onChoose: (value: string) => void }

/** Chooses who looks after contacts: a member, found by typing, or nobody. */
export const MemberChoice = ({ label, value, onChoose }: Props) => {
  const { t } = useTranslation('contacts/list')
  const { user } = useSignedIn()
  const [search, setSearch] = useState('')
  const [typed] = useDebouncedValue(search.trim(), 300)
  const include = value && value !== 'none' ? { include: value } : {}
  const { data } = useQuery(memberChoicesQuery(user.currentCompany?.id ?? '', { ...include, search: typed }))
  const members = (data?.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }))
  const known = members.some((one) => one.label === search)
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      data-autofocus
      comboboxProps={{ withinPortal: false }}
      value={value || null}
      data={[{ value: 'none', label: t('owner.nobody') }, ...members]}
      filter={({ options }) => options}
      onSearchChange={(text) => setSearch(known ? '' : text)}
      onChange={(next) => next && onChoose(next)}
      nothingFoundMessage={t('common:nothingFound')}
    />
  )
}
