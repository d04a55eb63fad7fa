import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormElement } from '../form/form-element.tsx'
import { ChoiceList } from './choice-list.tsx'
import { DaysEditor } from './days-editor.tsx'
import { type Choice, chosenOf, type EditedField, type FilterPart, valuesOf } from './filters.ts'

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type ChoicesProps = {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChoose: (value: string) => void
}

const Choices = ({ choices, ...rest }: ChoicesProps) => {
  const [text, setText] = useState('')
  const found = choices.filter((choice) => folded(choice.label).includes(folded(text.trim())))
  return <ChoiceList {...rest} choices={found} text={text} onText={setText} />
}

type TypedProps = { onSubmit: () => void; children: React.ReactNode }

const Typed = ({ onSubmit, children }: TypedProps) => {
  const { t } = useTranslation('lists')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <FormElement onSubmit={submit}>
      <Stack gap="xs">
        {children}
        <Button type="submit" size="xs">
          {t('filter.apply')}
        </Button>
      </Stack>
    </FormElement>
  )
}

type Props = {
  field: EditedField
  search: object
  onChange: (part: FilterPart) => void
  onClose: () => void
}

/** Where one filter is set. */
export const FilterEditor = ({ field, search, onChange, onClose }: Props) => {
  const [value = '', to = ''] = valuesOf(field, search)
  const [typed, setTyped] = useState(value)
  if (field.kind === 'days') {
    const change = (span: { from: string; to: string }) => onChange({ [field.from]: span.from, [field.to]: span.to })
    return <DaysEditor from={value} to={to} onChange={change} onClose={onClose} />
  }
  const save = (next: string) => {
    onChange({ [field.name]: next })
    onClose()
  }
  if (field.kind === 'found') return <field.Editor label={field.label} value={value} onChoose={save} />
  if (field.kind === 'choice')
    return <Choices label={field.label} choices={field.choices} chosen={[value]} onChoose={save} />
  if (field.kind === 'choices') {
    const chosen = chosenOf(value)
    const toggle = (one: string) =>
      onChange({
        [field.name]: (chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join(','),
      })
    return <Choices label={field.label} choices={field.choices} chosen={chosen} onChoose={toggle} />
  }
  return (
    <Typed onSubmit={() => save(typed.trim())}>
      {field.kind === 'number' ? (
        <NumberInput
          data-autofocus
          size="xs"
          label={field.label}
          min={field.min}
          max={field.max}
          clampBehavior="strict"
          allowDecimal={false}
          value={typed === '' ? '' : Number(typed)}
          onChange={(next) => setTyped(String(next))}
        />
      ) : (
        <TextInput
          data-autofocus
          size="xs"
          label={field.label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {field.kind === 'text' && field.example ? (
        <Text size="xs" c="dimmed">
          {field.example}
        </Text>
      ) : null}
    </Typed>
  )
}
