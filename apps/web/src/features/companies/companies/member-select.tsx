import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Member } from '@recado/contracts/companies/companies'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { membersQuery } from './api.ts'

type Option = { value: string; label: string }
type Props = {
  companyId: string
  label: string
  /** User id of the chosen one, or the value of a fixed choice. */
  value: string | null
  /** Choices besides the members, above them. */
  fixed?: readonly Option[]
  /** Whether a member can be chosen here. */
  offers?: (member: Member) => boolean
  onChoose: (value: string, member: Member | undefined) => void
  placeholder?: string
  noneText?: string
  error?: ReactNode
}

const all = () => true
const labelOf = ({ name, email }: Member) => `${name} (${email})`

/** Chooses a member of the company by typing some of a name or an address; the server looks for them. */
export const MemberSelect = ({
  companyId,
  label,
  value,
  fixed = [],
  offers = all,
  onChoose,
  noneText,
  ...rest
}: Props) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [typed] = useDebouncedValue(search.trim(), 300)
  const [chosen, setChosen] = useState<Member | null>(null)
  const isMember = value !== null && !fixed.some((option) => option.value === value)
  const include = isMember ? { include: value } : {}
  const settled = chosen?.userId === value ? labelOf(chosen) : ''
  const { data } = useQuery(
    membersQuery(companyId, { ...include, ...(typed && typed !== settled && { search: typed }) }),
  )
  const people = data?.data.filter((member) => member.userId === value || offers(member)) ?? []
  const options = [
    ...(typed && typed !== settled ? [] : fixed),
    ...people.map((member) => ({ value: member.userId, label: labelOf(member) })),
  ]
  const kept = fixed.filter((option) => option.value === value && !options.includes(option))
  return (
    <Select
      {...rest}
      aria-label={label}
      searchable
      allowDeselect={false}
      data={[...kept, ...options]}
      filter={({ options: found }) => found}
      value={value}
      onSearchChange={(text) => setSearch([...kept, ...options].some((one) => one.label === text) ? '' : text)}
      onChange={(next) => {
        const member = people.find(({ userId }) => userId === next)
        setChosen(member ?? null)
        if (next) onChoose(next, member)
      }}
      nothingFoundMessage={typed ? t('nothingFound') : (noneText ?? t('nothingFound'))}
    />
  )
}
