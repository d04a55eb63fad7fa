import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const pause = 300

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'label'> & {
  value: string
  onChange: (text: string) => void
  label: string
  /** Texts shorter than this search for nothing. */
  least?: number
}

/** A search that is told shortly after the last key. */
export const SearchField = ({ value, onChange, label, least = 2, ...rest }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => {
    const wanted = text.trim().length >= least ? text.trim() : ''
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      latest.current(wanted)
    }, pause)
    return () => clearTimeout(timer)
  }, [text, least])
  return (
    <TextInput
      type="search"
      data-list-search
      size="sm"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={16} />}
      rightSection={text ? <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => setText('')} /> : null}
      {...rest}
    />
  )
}
