import { Button, CloseButton, Menu, Popover, UnstyledButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '#web/lib/ui/shortcuts.ts'
import classes from './filters.module.css'
import { type FilterField, type FilterPart, filterText, isSet, keyOf, withoutFilter } from './filters.ts'

const FilterEditor = lazy(async () => ({ default: (await import('./filter-editor.tsx')).FilterEditor }))

type ChipProps = {
  field: FilterField
  search: object
  opened: boolean
  onOpened: (opened: boolean) => void
  onChange: (part: FilterPart) => void
  onRemove: () => void
}

const Chip = ({ field, search, opened, onOpened, onChange, onRemove }: ChipProps) => {
  const { t, i18n } = useTranslation('lists')
  const text = filterText(field, search, i18n.language)
  const removable = isSet(field, search)
  const remove = (event: KeyboardEvent) => {
    if (!removable || (event.key !== 'Backspace' && event.key !== 'Delete')) return
    event.preventDefault()
    onRemove()
  }
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
            aria-label={text ? `${field.label}: ${text}` : field.label}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => onOpened(!opened)}
            onKeyDown={remove}
          >
            <span className={classes.chipName}>{field.label}</span>
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
      {removable ? (
        <CloseButton size="xs" aria-label={t('filter.remove', { filter: field.label })} onClick={onRemove} />
      ) : null}
    </span>
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
  const { t } = useTranslation('lists')
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  useShortcuts({ f: () => (add.current ? setAdding(true) : false) })
  const shown = fields.filter(
    (field) => isSet(field, search) || keyOf(field) === edited || (field.kind === 'days' && field.usual !== undefined),
  )
  const others = fields.filter((field) => !shown.includes(field))
  const set = fields.filter((field) => isSet(field, search))
  const clear = () => onChange(Object.assign({}, ...set.map(withoutFilter)))
  return (
    <section className={classes.chips} aria-label={t('filter.label')}>
      {shown.map((field) => (
        <Chip
          key={keyOf(field)}
          field={field}
          search={search}
          opened={edited === keyOf(field)}
          onOpened={(opened) => setEdited(opened ? keyOf(field) : null)}
          onChange={onChange}
          onRemove={() => {
            onChange(withoutFilter(field))
            add.current?.focus()
          }}
        />
      ))}
      {others.length > 0 ? (
        <Menu opened={adding} onChange={setAdding} position="bottom-start" shadow="md" returnFocus={false}>
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
            {others.map((field) => (
              <Menu.Item key={keyOf(field)} onClick={() => setEdited(keyOf(field))}>
                {field.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {set.length > 1 ? (
        <Button size="compact-sm" variant="subtle" color="gray" className={classes.add ?? ''} onClick={clear}>
          {t('common:clearFilters')}
        </Button>
      ) : null}
    </section>
  )
}
