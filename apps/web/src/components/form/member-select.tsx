import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import { memberChoicesQuery } from '#web/queries/members.ts'

/** The value of having no one. */
export const noMember = 'none'

type Props = Pick<SelectProps, 'label' | 'description' | 'comboboxProps'> & {
  'data-autofocus'?: boolean
  /** What having no one is called. */
  none: string
  /** Id of a member, `none`, or empty while nothing was chosen. */
  value: string
  onChoose: (value: string) => void
}

/** Chooses a member of the company, found by typing, or no one. */
export const MemberSelect = ({ none, value, onChoose, ...field }: Props) => {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const [search, setSearch] = useState('')
  const [typed] = useDebouncedValue(search.trim(), 300)
  const include = value && value !== noMember ? { include: value } : {}
  const { data } = useQuery(memberChoicesQuery(user.currentCompany?.id ?? '', { ...include, search: typed }))
  const members = (data?.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }))
  const isChosen = (text: string) => text === none || members.some(({ label }) => label === text)
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      value={value || null}
      data={[{ value: noMember, label: none }, ...members]}
      filter={({ options }) => options}
      onSearchChange={(text) => setSearch(isChosen(text) ? '' : text)}
      onChange={(next) => next && onChoose(next)}
      nothingFoundMessage={t('nothingFound')}
    />
  )
}
