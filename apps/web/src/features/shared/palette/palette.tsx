import { Loader, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchingEntries, type PaletteEntry } from './entries.ts'
import classes from './palette.module.css'
import {
  useActionEntries,
  useCompanyEntries,
  useConversationEntries,
  usePageEntries,
  useSettingEntries,
} from './use-entries.ts'

const pause = 200

const Row = ({ entry, id, active, onRun }: { entry: PaletteEntry; id: string; active: boolean; onRun: () => void }) => {
  const { icon: Icon } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search field, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.row}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={18} stroke={1.7} />
      <span className={classes.text}>{entry.text}</span>
      {entry.hint ? <small className={classes.hint}>{entry.hint}</small> : null}
    </div>
  )
}

/** All entries for a search: what can be done here first, then people, pages and settings. */
const useFound = (search: string) => {
  const [asked] = useDebouncedValue(search, pause)
  const actions = useActionEntries()
  const pages = usePageEntries()
  // There are many of them, so they appear only in search results.
  const company = useCompanyEntries()
  const settings = useSettingEntries()
  const { entries, settled, searching } = useConversationEntries(asked)
  const conversations = settled && asked === search ? entries : matchingEntries(entries, search)
  const found = [
    ...matchingEntries(actions, search),
    ...conversations,
    ...matchingEntries(pages, search),
    ...(search.trim() ? matchingEntries(company, search) : []),
    ...matchingEntries(settings, search),
  ]
  return { found, searching: searching || asked !== search }
}

type Props = { onClose: () => void }

const Content = ({ onClose }: Props) => {
  const { t } = useTranslation('shared/palette')
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { found, searching } = useFound(search)
  const active = Math.min(at, found.length - 1)

  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setAt((to + found.length) % Math.max(found.length, 1))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(found[active])
    }
  }
  return (
    <>
      <TextInput
        ref={field}
        size="md"
        variant="unstyled"
        data-autofocus
        className={classes.search ?? ''}
        value={search}
        placeholder={t('placeholder')}
        leftSection={searching ? <Loader size={16} /> : <IconSearch size={18} />}
        role="combobox"
        aria-label={t('placeholder')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" tabIndex={-1} aria-label={t('results')} className={classes.list}>
        {found.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group === found[index - 1]?.group ? null : (
              <div className={classes.group} role="presentation">
                {t(`groups.${entry.group}`)}
              </div>
            )}
            <Row entry={entry} id={`${listId}-${index}`} active={index === active} onRun={() => run(entry)} />
          </div>
        ))}
        {found.length === 0 && !searching ? <p className={classes.none}>{t('common:nothingFound')}</p> : null}
      </div>
    </>
  )
}

/** Finds pages, conversations and actions by a few letters. */
export const Palette = ({ onClose }: Props) => {
  const { t, ready } = useTranslation('shared/palette', { useSuspense: false })
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      centered={false}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('title') } }}
    >
      {ready ? <Content onClose={onClose} /> : <Loader m="lg" />}
    </Modal>
  )
}
