import { Loader, TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './actions.module.css'

export type PickerOption = {
  id: string
  /** What is searched and read out. */
  text: string
  icon?: ReactNode
  hint?: ReactNode
  /** A second, smaller line. */
  note?: string
  chosen?: boolean
  group?: string
}

type Props = {
  label: string
  options: readonly PickerOption[]
  loading?: boolean
  empty: string
  /** Several can be chosen: the list stays open. */
  multiple?: boolean
  onPick: (id: string) => void
  /** Hears what is searched, where the options are only some of all. */
  onSearch?: (search: string) => void
  footer?: ReactNode
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The options that contain every word of a search; accents and case do not matter. */
const matching = (options: readonly PickerOption[], search: string): PickerOption[] => {
  const wanted = folded(search).split(/\s+/).filter(Boolean)
  return options.filter(({ text }) => wanted.every((part) => folded(text).includes(part)))
}

const Option = ({
  option,
  id,
  active,
  onPick,
}: {
  option: PickerOption
  id: string
  active: boolean
  onPick: () => void
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search field, which keeps the focus
  <div
    id={id}
    role="option"
    tabIndex={-1}
    className={classes.option}
    aria-selected={option.chosen ?? false}
    data-active={active || undefined}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    {option.icon}
    <span className={classes.optionText}>
      {option.text}
      {option.note ? <small>{option.note}</small> : null}
    </span>
    {option.hint ? <span className={classes.hint}>{option.hint}</span> : null}
    {option.chosen ? <IconCheck size={16} aria-hidden="true" /> : null}
  </div>
)

/** A list to choose from with a search above it: arrow keys move, Enter chooses. */
export const PickerList = ({ label, options, loading, empty, multiple, onPick, onSearch, footer }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const found = useMemo(() => matching(options, search), [options, search])
  const active = Math.min(at, found.length - 1)

  const move = (to: number) => {
    const next = (to + found.length) % Math.max(found.length, 1)
    setAt(next)
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(to)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = found[active]
      if (option) onPick(option.id)
    }
  }
  return (
    <div className={classes.picker}>
      <TextInput
        ref={field}
        size="xs"
        data-autofocus
        value={search}
        placeholder={t('common:search')}
        leftSection={<IconSearch size={14} />}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          onSearch?.(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.scroll}>
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          aria-multiselectable={multiple ?? false}
        >
          {found.map((option, index) => {
            const heading = option.group && option.group !== found[index - 1]?.group ? option.group : null
            return (
              <div key={option.id} role="presentation">
                {heading ? (
                  <div className={classes.heading} role="presentation">
                    {heading}
                  </div>
                ) : null}
                <Option
                  option={option}
                  id={`${listId}-${index}`}
                  active={index === active}
                  onPick={() => {
                    setAt(index)
                    onPick(option.id)
                  }}
                />
              </div>
            )
          })}
        </div>
        {loading ? <Loader size="xs" m="sm" /> : found.length === 0 ? <p className={classes.none}>{empty}</p> : null}
      </div>
      {footer}
    </div>
  )
}
