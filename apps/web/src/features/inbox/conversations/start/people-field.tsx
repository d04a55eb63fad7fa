import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import classes from './start.module.css'

export type PeopleOption = {
  key: string
  picture: ReactNode
  name: string
  note: string | null
  disabled?: boolean
}

/** A person in a list: avatar, name and details. */
export const PersonRow = ({ picture, name, note }: Pick<PeopleOption, 'picture' | 'name' | 'note'>) => (
  <span className={classes.person}>
    {picture}
    <span className={classes.personText}>
      <b>{name}</b>
      {note ? <small>{note}</small> : null}
    </span>
  </span>
)

type Props = {
  label: string
  placeholder: string
  /** The label of the list. */
  found: string
  text: string
  options: readonly PeopleOption[]
  /** Whether the options belong to the current text. Until they do, Enter chooses nobody. */
  settled: boolean
  loading: boolean
  error: unknown
  /** A note below the list. */
  note: string
  onText: (text: string) => void
  onPick: (key: string) => void
  onRetry: () => void
  onClose: () => void
}

/** A search field for people with results as you type; arrow keys and Enter choose one. */
export const PeopleField = (props: Props) => {
  const { label, placeholder, found, text, options, settled, loading, error, note, onText, onPick, onRetry, onClose } =
    props
  const combobox = useCombobox({ defaultOpened: true })
  const { selectFirstOption, resetSelectedOption } = combobox
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const shown = options.map(({ key }) => key).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options have another first one
  useEffect(() => {
    if (settled) selectFirstOption()
    else resetSelectedOption()
  }, [shown, settled])
  return (
    <Combobox store={combobox} onOptionSubmit={onPick}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          data-autofocus
          autoComplete="off"
          label={label}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} />}
          rightSection={loading ? <Loader size={16} /> : null}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          // The list never closes automatically, so Escape is left to the dialog around it.
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      {error ? <RetryState compact error={error} onRetry={onRetry} /> : null}
      <Combobox.Options className={classes.options ?? ''} aria-label={found}>
        {options.map(({ key, disabled = false, ...person }) => (
          <Combobox.Option key={key} value={key} disabled={disabled} className={classes.option ?? ''}>
            <PersonRow {...person} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <Text size="sm" c="dimmed" role="status">
        {note}
      </Text>
    </Combobox>
  )
}
