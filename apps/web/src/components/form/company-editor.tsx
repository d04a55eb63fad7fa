import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyChoicesQuery } from '#web/queries/company-choices.ts'
import { ChoiceList } from '../table/choice-list.tsx'

type Props = { label: string; value: string; onChoose: (id: string) => void }

/** Where one of all companies is chosen by some of its name. */
export const CompanyEditor = ({ label, value, onChoose }: Props) => {
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 300)
  const { data } = useQuery(companyChoicesQuery(wanted))
  const choices = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return <ChoiceList {...{ label, choices, onChoose, text }} chosen={[value]} onText={setText} />
}
