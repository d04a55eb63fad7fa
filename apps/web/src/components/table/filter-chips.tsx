import { Button, CloseButton, Menu, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type Dispatch, type KeyboardEvent, type SetStateAction, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '#web/lib/ui/shortcuts.ts'
import { lazyCode } from '../page/lazy-component.tsx'
import { filtersNamed, wordsOf } from './filter-words.ts'
import classes from './filters.module.css'
import {
  type EditedField,
  type FilterField,
  type FilterPart,
  filterText,
  isSet,
  keyOf,
  withoutFilter,
} from './filters.ts'
import { spansOf } from './spans.ts'

const FilterEditor = lazyCode(async () => (await import('./filter-editor.tsx')).FilterEditor)

type RemoveProps = { label: string; onRemove: () => void }

const removes = (onRemove: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Backspace' && event.key !== 'Delete') return
  event.preventDefault()
  onRemove()
}

const Remove = ({ label, onRemove }: RemoveProps) => {
  const { t } = useTranslation('lists')
  return (
    <CloseButton
      size="xs"
      aria-label={t('filter.remove', { filter: label })}
      onKeyDown={removes(onRemove)}
      onClick={onRemove}
    />
  )
}

const FlagChip = ({ label, onRemove }: RemoveProps) => (
  <span className={classes.chip} data-set>
    <span className={classes.chipText}>
      <span className={classes.chipValue}>{label}</span>
    </span>
    <Remove label={label} onRemove={onRemove} />
  </span>
)

type BuiltProps = RemoveProps & { text: string; onOpen: () => void }

const BuiltChip = ({ label, text, onOpen, onRemove }: BuiltProps) => (
  <span className={classes.chip} data-set>
    <UnstyledButton
      className={classes.chipText ?? ''}
      aria-haspopup="dialog"
      title={text}
      onClick={onOpen}
      onKeyDown={removes(onRemove)}
    >
      <span className={classes.chipName}>{label}:</span> <span className={classes.chipValue}>{text}</span>
    </UnstyledButton>
    <Remove label={label} onRemove={onRemove} />
  </span>
)

type ChipProps = {
  field: EditedField
  search: object
  opened: boolean
  onOpened: (opened: boolean) => void
  onChange: (part: FilterPart) => void
  onRemove: () => void
}

const Chip = ({ field, search, opened, onOpened, onChange, onRemove }: ChipProps) => {
  const { i18n } = useTranslation('lists')
  const text = filterText(field, search, i18n.language)
  const removable = isSet(field, search)
  return (
    <span className={classes.chip} data-set={removable || undefined}>
      <Popover
        opened={opened}
        onChange={onOpened}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
        width={field.kind === 'days' ? 'auto' : 300}
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.chipText ?? ''}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => onOpened(!opened)}
            {...(removable ? { onKeyDown: removes(onRemove) } : {})}
          >
            <span className={classes.chipName}>{text ? `${field.label}:` : field.label}</span>{' '}
            {text ? <span className={classes.chipValue}>{text}</span> : null}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={field.kind === 'days' ? 0 : 'xs'}>
          <Suspense>
            {opened ? (
              <FilterEditor field={field} search={search} onChange={onChange} onClose={() => onOpened(false)} />
            ) : null}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {removable ? <Remove label={field.label} onRemove={onRemove} /> : null}
    </span>
  )
}

type AddMenuProps = Pick<Props, 'fields' | 'onChange'> & {
  /** Fields that are not set yet, by name. */
  others: readonly FilterField[]
  text: string
  onText: Dispatch<SetStateAction<string>>
  onStart: (field: FilterField) => void
}

/**
 * The fields that can still be set. Typing while it is open searches values as well, of several fields at once:
 * "failed marketing last month".
 */
const AddMenu = ({ fields, others, text, onText, onChange, onStart }: AddMenuProps) => {
  const { t } = useTranslation('lists')
  const list = useRef<HTMLDivElement>(null)
  const named = filtersNamed(text, fields, {
    spans: spansOf(new Date()),
    spanName: (name) => t(`filter.span.${name}`),
  })
  const shown = text
    ? others.filter(({ label }) => wordsOf(label).join(' ').startsWith(wordsOf(text).join(' ')))
    : others
  // Enter chooses a match; without a match the input stays open.
  useEffect(() => {
    const menu = list.current?.closest<HTMLElement>('[role="menu"]')
    const found = list.current?.querySelector<HTMLElement>('[role="menuitem"]')
    if (text) (found ?? menu)?.focus()
  }, [text])
  const type = (event: globalThis.KeyboardEvent) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Backspace') onText((typed) => typed.slice(0, -1))
    else if (isLetter && (event.key !== ' ' || text)) onText((typed) => typed + event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // A space belongs to the typed text and must not press the focused item.
  const hold = (event: globalThis.KeyboardEvent) => {
    if (event.key === ' ' && text) event.preventDefault()
  }
  useEffect(() => {
    // The menu takes the focus a moment after it is drawn; what is typed before that is meant for it as well.
    document.addEventListener('keydown', type, true)
    document.addEventListener('keyup', hold, true)
    return () => {
      document.removeEventListener('keydown', type, true)
      document.removeEventListener('keyup', hold, true)
    }
  })
  return (
    <div ref={list} role="none">
      <Menu.Label>{text || t('filter.type')}</Menu.Label>
      {named.map(({ label, part }) => (
        <Menu.Item key={label} onClick={() => onChange(part)}>
          {label}
        </Menu.Item>
      ))}
      {shown.map((field) => (
        <Menu.Item key={keyOf(field)} onClick={() => onStart(field)}>
          {field.label}
        </Menu.Item>
      ))}
      {named.length + shown.length === 0 ? <Menu.Label>{t('common:nothingFound')}</Menu.Label> : null}
    </div>
  )
}

type Props = {
  fields: readonly FilterField[]
  search: object
  /** Takes what a filter changes of the address. */
  onChange: (part: FilterPart) => void
}

/**
 * What a list is filtered by: a chip for each filter that is set, and a menu that adds one. `f` opens the menu, Backspace
 * takes away the chip that has the focus.
 */
export const FilterChips = ({ fields, search, onChange }: Props) => {
  const { t, i18n } = useTranslation('lists')
  const [adding, setAdding] = useState(false)
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const onAdding = (opened: boolean) => {
    setText('')
    setAdding(opened)
  }
  useShortcuts({ f: () => (add.current ? onAdding(true) : false) })
  const shown = fields.filter(
    (field) => isSet(field, search) || keyOf(field) === edited || (field.kind === 'days' && field.usual !== undefined),
  )
  const others = fields.filter((field) => !shown.includes(field))
  const set = fields.filter((field) => isSet(field, search))
  const clear = () => onChange(Object.assign({}, ...set.map(withoutFilter)))
  const start = (field: FilterField) => {
    if (field.kind === 'flag') onChange({ [field.name]: 'yes' })
    else if (field.kind === 'built') field.onOpen()
    else setEdited(keyOf(field))
  }
  const chipOf = (field: FilterField) => {
    const key = keyOf(field)
    const onRemove = () => {
      onChange(withoutFilter(field))
      add.current?.focus()
    }
    if (field.kind === 'flag') return <FlagChip key={key} label={field.label} onRemove={onRemove} />
    if (field.kind === 'built')
      return (
        <BuiltChip
          key={key}
          label={field.label}
          text={filterText(field, search, i18n.language)}
          onOpen={field.onOpen}
          onRemove={onRemove}
        />
      )
    const onOpened = (opened: boolean) => setEdited(opened ? key : null)
    return <Chip key={key} opened={edited === key} {...{ field, search, onOpened, onChange, onRemove }} />
  }
  return (
    <section className={classes.chips} aria-label={t('filter.label')}>
      {shown.map(chipOf)}
      {others.length > 0 ? (
        <Menu opened={adding} onChange={onAdding} position="bottom-start" shadow="md" returnFocus={false}>
          <Menu.Target>
            <Button
              ref={add}
              size="compact-sm"
              variant="subtle"
              color="gray"
              className={classes.add ?? ''}
              leftSection={<IconFilter size={15} />}
            >
              {t('filter.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={380} style={{ overflowY: 'auto' }}>
            <AddMenu {...{ fields, others, text, onChange }} onText={setText} onStart={start} />
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {/* A menu holds nothing but items, so what is typed in it is said from here. */}
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      {set.length > 1 ? (
        <Button size="compact-sm" variant="subtle" color="gray" className={classes.add ?? ''} onClick={clear}>
          {t('common:clearFilters')}
        </Button>
      ) : null}
    </section>
  )
}
