import { Group, type SelectProps, Text } from '@mantine/core'
import { useMemo } from 'react'
import { offsetOf, timezoneOptions } from '#web/lib/i18n/regions.ts'
import { Select } from './select.tsx'

const renderOption: SelectProps['renderOption'] = ({ option }) => (
  <Group justify="space-between" wrap="nowrap" flex={1}>
    <span>{option.label}</span>
    <Text size="xs" c="dimmed">
      {offsetOf(option.value)}
    </Text>
  </Group>
)

/** Choice of an IANA time zone, searchable. */
export const TimezoneSelect = (props: Omit<SelectProps, 'data'>) => {
  const options = useMemo(timezoneOptions, [])
  const known = !props.value || options.some(({ value }) => value === props.value)
  const data = known ? options : [{ value: props.value ?? '', label: props.value ?? '' }, ...options]
  return <Select searchable allowDeselect={false} limit={60} renderOption={renderOption} {...props} data={data} />
}
