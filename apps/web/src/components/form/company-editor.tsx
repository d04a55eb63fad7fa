import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companyChoicesQuery, companyNameQuery } from '#web/queries/company-choices.ts'
import { ChoiceList } from '../table/choice-list.tsx'

type Props = { label: string; value: string; onChoose: (id: string) => void }

/** Where one of all companies is chosen by some of its name. */
export const CompanyEditor = ({ label, value, onChoose }: Props) => {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 300)
  const { data } = useQuery(companyChoicesQuery(wanted))
  const choices = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const choose = (id: string) => {
    const name = choices.find((choice) => choice.value === id)?.label
    if (name) client.setQueryData(companyNameQuery(id).queryKey, name)
    onChoose(id)
  }
  return <ChoiceList {...{ label, choices, text }} chosen={[value]} onChoose={choose} onText={setText} />
}
