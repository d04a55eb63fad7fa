import { Combobox, Group, TextInput, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filters.module.css'
import type { Choice } from './filters.ts'

type Props = {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChoose: (value: string) => void
  /** What is typed to narrow the choices. */
  text: string
  onText: (text: string) => void
}

/** Choices that typing narrows; arrows and Enter choose. */
export const ChoiceList = ({ label, choices, chosen, onChoose, text, onText }: Props) => {
  const { t } = useTranslation('lists')
  const combobox = useCombobox({ defaultOpened: true })
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: other choices have another first one
  useEffect(() => {
    selectFirstOption()
  }, [text, choices.length])
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
          onChange={(event) => onText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.choices ?? ''} aria-label={label}>
        {choices.map(({ value, label: name }) => (
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
        {choices.length === 0 ? <Combobox.Empty>{t(text ? 'filter.none' : 'filter.nothing')}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox>
  )
}
