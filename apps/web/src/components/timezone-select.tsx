import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { timezoneOptions } from '../lib/regions.ts'

/** Choice of an IANA time zone, searchable. */
export const TimezoneSelect = (props: Omit<SelectProps, 'data'>) => {
  const options = useMemo(timezoneOptions, [])
  const known = !props.value || options.some(({ value }) => value === props.value)
  const data = known ? options : [{ value: props.value ?? '', label: props.value ?? '' }, ...options]
  return <Select searchable allowDeselect={false} limit={60} {...props} data={data} />
}
