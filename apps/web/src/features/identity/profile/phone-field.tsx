import { Group, Input, Select, TextInput } from '@mantine/core'
import { callingCodes, splitPhone } from '@recado/contracts/shared/calling-codes'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countryOptions } from '#web/lib/i18n/regions.ts'

type Props = {
  label: string
  /** Full international number with its plus sign, or nothing. */
  value: string
  onChange: (phone: string) => void
  onBlur: () => void
  error?: string | undefined
  /** Of the number, as ISO 3166; null where there is none. */
  known: string | null
  /** ISO 3166, until another one is chosen. */
  country: string
}

const codeOf = (country: string) => callingCodes.get(country) ?? ''
const joined = (country: string, national: string) => {
  const digits = national.replace(/\D/g, '')
  return digits === '' ? '' : `+${codeOf(country)}${digits}`
}

/** A phone number by its country and the rest of it; a number with its plus sign chooses the country by itself. */
export const PhoneField = ({ label, value, onChange, onBlur, error, known, country: usual }: Props) => {
  const { t, i18n } = useTranslation('identity/profile')
  const id = useId()
  const [typed, setTyped] = useState(() => splitPhone(value, known) ?? { country: usual, national: '' })
  const names = useMemo(
    () =>
      new Map(
        countryOptions(i18n.language).flatMap(({ value: country, label: name }) =>
          callingCodes.has(country) ? [[country, `+${codeOf(country)} ${name}`]] : [],
        ),
      ),
    [i18n.language],
  )
  const countries = useMemo(
    () => [...names.keys()].map((country) => ({ value: country, label: `${country} +${codeOf(country)}` })),
    [names],
  )
  const take = (next: { country: string; national: string }) => {
    setTyped(next)
    onChange(joined(next.country, next.national))
  }
  const type = (text: string) => {
    const whole = text.trim().startsWith('+') ? splitPhone(text, typed.country) : null
    take(whole ?? { ...typed, national: text })
  }
  return (
    <Input.Wrapper label={label} labelProps={{ htmlFor: id }} error={error}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Select
          name="phoneCountry"
          aria-label={t('person.country')}
          data={countries}
          renderOption={({ option }) => names.get(option.value)}
          filter={({ options, search }) => {
            const wanted = search.trim().toLowerCase()
            const isMeant = (country: string, short: string) =>
              `${names.get(country)} ${short}`.toLowerCase().includes(wanted)
            return options.filter((option) => 'value' in option && isMeant(option.value, option.label))
          }}
          value={typed.country}
          onChange={(country) => country && take({ ...typed, country })}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('common:nothingFound')}
          comboboxProps={{ width: 280, position: 'bottom-start' }}
          w={104}
          flex="none"
        />
        <TextInput
          id={id}
          type="tel"
          name="phone"
          autoComplete="tel-national"
          flex={1}
          miw={0}
          value={typed.national}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={onBlur}
          error={error !== undefined}
        />
      </Group>
    </Input.Wrapper>
  )
}
