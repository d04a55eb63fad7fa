import { Button, Paper, Select, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ContactImport, ImportColumn, ImportMapping } from '@recado/contracts/contacts/imports'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { ColumnSettings } from './column-settings.tsx'
import { keysOf, takenBy, useColumnName, useImportFields } from './fields.ts'
import { FilePreview } from './file-preview.tsx'
import classes from './imports.module.css'
import type { DraftOfImport } from './use-draft.ts'

const CreateFieldDrawer = lazyComponent(async () => (await import('./create-field-drawer.tsx')).CreateFieldDrawer)

const SKIP = 'skip'
const CREATE = 'create'
/** Wide files show so many columns at first. */
const AT_FIRST = 40
const SAMPLES = 3

const samplesOf = ({ preview }: ContactImport, place: number): string[] => [
  ...new Set(preview.map((row) => row[place] ?? '').filter((cell) => cell !== '')),
]

/** How it is known what a column holds. */
const knownBy = ({ suggestions }: ContactImport, place: number, chosen: ImportColumn) => {
  const suggestion = suggestions[place]
  if (chosen === null) return 'unknown'
  if (suggestion?.column !== chosen || suggestion.by === null) return 'byHand'
  return suggestion.by === 'heading' ? 'byHeading' : 'byValues'
}

type ColumnProps = {
  found: ContactImport
  mapping: ImportMapping
  place: number
  fields: ReturnType<typeof useImportFields>
  onChoose: (field: ImportColumn) => void
  /** Opens the form of a new field; absent for people who cannot add one. */
  onCreate: (() => void) | null
}

const Column = ({ found, mapping, place, fields, onChoose, onCreate }: ColumnProps) => {
  const { t } = useTranslation('contacts/imports')
  const name = useColumnName(found)(place)
  const chosen = mapping.columns[place] ?? null
  const taken = takenBy(mapping.columns, place)
  const samples = samplesOf(found, place)
  const by = knownBy(found, place, chosen)
  const data = [
    { value: SKIP, label: t('map.skip') },
    ...fields.choices.map(({ group, items }) => ({
      group,
      items: items.map((item) => ({ ...item, disabled: taken.has(item.value) })),
    })),
    ...(onCreate ? [{ value: CREATE, label: t('map.create') }] : []),
  ]
  return (
    <li className={classes.column} data-left-out={chosen === null || undefined}>
      <div style={{ minWidth: 0 }}>
        <div className={classes.name} title={name}>
          {name}
        </div>
        <div className={classes.samples} title={samples.join(', ')}>
          {samples.length > 0 ? samples.slice(0, SAMPLES).join(' · ') : t('map.noValues')}
        </div>
      </div>
      <span className={classes.arrow} data-by={by} title={t(`map.${by}`)}>
        {by === 'byHeading' ? (
          <IconCheck size={18} aria-hidden="true" />
        ) : (
          <IconArrowRight size={18} aria-hidden="true" />
        )}
      </span>
      <Select
        aria-label={t('map.fieldOf', { column: name })}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        nothingFoundMessage={t('common:nothingFound')}
        value={chosen ?? SKIP}
        data={data}
        onChange={(value) => {
          if (value === CREATE) onCreate?.()
          else onChoose(value === SKIP ? null : (value as ImportColumn))
        }}
      />
      {by === 'byHeading' ? <VisuallyHidden>{t('map.byHeading')}</VisuallyHidden> : null}
      {by === 'byValues' || (by === 'unknown' && samples.length > 0) ? (
        <span className={classes.hint} data-by={by}>
          {t(`map.${by}`)}
        </span>
      ) : null}
    </li>
  )
}

type Props = { found: ContactImport; draft: DraftOfImport; tried: boolean }

/** What each column of the file holds, how its values are written, and what every contact gets besides. */
export const ColumnsStep = ({ found, draft, tried }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const can = useCan()
  const fields = useImportFields()
  const columnName = useColumnName(found)
  const [all, setAll] = useState(false)
  const [creating, setCreating] = useState<number | null>(null)
  const { mapping, changeMapping } = draft
  const shown = found.columns.map((_, place) => place).slice(0, all ? undefined : AT_FIRST)
  const choose = (place: number, field: ImportColumn) =>
    changeMapping({ columns: mapping.columns.map((other, at) => (at === place ? field : other)) })
  const left = mapping.columns.filter((field) => field === null).length
  return (
    <Stack gap="md">
      <Paper withBorder component="section" aria-label={t('step.columns')}>
        <ul className={classes.columns}>
          {shown.map((place) => (
            <Column
              key={place}
              {...{ found, mapping, place, fields }}
              onChoose={(field) => choose(place, field)}
              onCreate={can('company.manage') ? () => setCreating(place) : null}
            />
          ))}
        </ul>
      </Paper>
      {shown.length < found.columns.length ? (
        <Button variant="default" onClick={() => setAll(true)} style={{ alignSelf: 'start' }}>
          {t('map.showAll', { count: found.columns.length })}
        </Button>
      ) : null}
      {left > 0 ? (
        <Text size="sm" c="dimmed">
          {t('map.left', { count: left })}
        </Text>
      ) : null}
      <FormFailure>{tried && keysOf(mapping.columns).length === 0 ? t('map.keyMissing') : null}</FormFailure>
      <FilePreview found={found} mapping={mapping} />
      <ColumnSettings mapping={mapping} onChange={changeMapping} />
      {creating === null ? null : (
        <CreateFieldDrawer
          name={found.columns[creating] ? columnName(creating) : ''}
          onCreated={(key) => choose(creating, `attributes.${key}`)}
          onClose={() => setCreating(null)}
        />
      )}
    </Stack>
  )
}
