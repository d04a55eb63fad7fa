import { Button, Combobox, Group, NumberInput, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DaysEditor } from './days-editor.tsx'
import classes from './filters.module.css'
import { type Choice, chosenOf, type FilterField, type FilterPart, valuesOf } from './filters.ts'

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type ChoicesProps = {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChoose: (value: string) => void
}

/** Choices that typing narrows; arrows and Enter choose. */
const Choices = ({ label, choices, chosen, onChoose }: ChoicesProps) => {
  const { t } = useTranslation('lists')
  const [text, setText] = useState('')
  const combobox = useCombobox({ defaultOpened: true })
  const { selectFirstOption } = combobox
  const found = choices.filter((choice) => folded(choice.label).includes(folded(text.trim())))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other first options
  useEffect(() => {
    selectFirstOption()
  }, [text])
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          size="xs"
          mb={4}
          aria-label={label}
          placeholder={t('filter.find')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.choices ?? ''} aria-label={label}>
        {found.map(({ value, label: name }) => (
          <Combobox.Option key={value} value={value} active={chosen.includes(value)}>
            <Group gap={8} wrap="nowrap">
              <IconCheck
                size={15}
                style={{ flex: 'none', visibility: chosen.includes(value) ? 'visible' : 'hidden' }}
              />
              <span>{name}</span>
            </Group>
          </Combobox.Option>
        ))}
        {found.length === 0 ? <Combobox.Empty>{t('filter.none')}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox>
  )
}

type TypedProps = { onSubmit: () => void; children: React.ReactNode }

const Typed = ({ onSubmit, children }: TypedProps) => {
  const { t } = useTranslation('lists')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {children}
        <Button type="submit" size="xs">
          {t('filter.apply')}
        </Button>
      </Stack>
    </form>
  )
}

type Props = {
  field: FilterField
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
