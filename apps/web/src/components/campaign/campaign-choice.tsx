import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignsQuery } from '#web/queries/campaigns.ts'

type Props = { label: string; value: string; onChoose: (value: string) => void }

/** Chooses a campaign, found by its name. */
export const CampaignChoice = ({ label, value, onChoose }: Props) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery(campaignsQuery(search ? { search } : {}))
  return (
    <Select
      aria-label={label}
      searchable
      clearable
      data-autofocus
      comboboxProps={{ withinPortal: false }}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(next) => onChoose(next ?? '')}
    />
  )
}
