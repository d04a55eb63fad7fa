import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { useCan } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { useSettingsChange } from './api.ts'
import { MoveButtons } from './move-buttons.tsx'
import { SettingsList } from './settings-list.tsx'

type Item = { id: string; version: number; position?: number }
type FieldValues = Record<string, unknown>
type FormOptions<T, V extends FieldValues> = Parameters<typeof useVersionedForm<T, V>>[0]

/** What the fields of a form are drawn with; `stored` is null for something new. */
export type FieldsProps<V, T = unknown> = { form: ContractForm<V>['form']; stored: T | null }

type Props<T extends Item, V extends FieldValues> = {
  /** Begins the keys of its texts: `labels.add`, `tab.labels`. */
  name: string
  query: UseQueryResult<{ data: T[] }>
  nameOf: (item: T) => string
  /** What a search looks through besides the name. */
  wordsOf?: (item: T) => string
  row: (item: T) => ReactNode
  /** By default whoever manages the company adds, and changes every one. */
  mayAdd?: boolean
  mayChange?: (item: T) => boolean
  form: Omit<FormOptions<T, V>, 'stored' | 'save' | 'onSaved'>
  fields: (props: FieldsProps<V, T>) => ReactNode
  create: (values: V) => Promise<unknown>
  update: (id: string, values: V & { version: number }) => Promise<unknown>
  /** `force`: although segments use it. */
  remove: (id: string, force: boolean) => Promise<unknown>
  /** Puts one elsewhere in the list; absent where the order means nothing. */
  place?: (id: string, body: { position: number; version: number }) => Promise<unknown>
}

type DrawerProps<T extends Item, V extends FieldValues> = Props<T, V> & { stored: T | null; onClose: () => void }

const ResourceDrawer = <T extends Item, V extends FieldValues>(props: DrawerProps<T, V>) => {
  const { name, stored, fields, create, update, onClose } = props
  const { t } = useTranslation(['companies/settings', 'common'])
  // The drawer itself shows why it was refused.
  const { mutateAsync } = useSettingsChange(
    ({ values, base }: { values: V; base: T | null }) =>
      base ? update(base.id, { ...values, version: base.version }) : create(values),
    { quiet: true },
  )
  const { form, state } = useVersionedForm<T, V>({
    ...props.form,
    stored,
    save: (values, base) => mutateAsync({ values, base }),
    onSaved: onClose,
  })
  return (
    <FormDrawer
      opened
      title={t(stored ? `${name}.change` : `${name}.add`)}
      submitLabel={t('common:save')}
      {...state}
      onClose={onClose}
    >
      {fields({ form, stored })}
    </FormDrawer>
  )
}

/**
 * A tab of settings of one kind: the list, its order where that counts, the form that adds and changes one over its
 * version, and the question before one is removed. The tab says what is particular to its kind.
 */
export const SettingsResource = <T extends Item, V extends FieldValues>(props: Props<T, V>) => {
  const { name, query, nameOf, place } = props
  const { t } = useTranslation('companies/settings')
  const manage = useCan()('company.manage')
  const { mayAdd = manage, mayChange = () => manage } = props
  const [editing, setEditing] = useState<T | 'new' | null>(null)
  return (
    <>
      <SettingsList<T>
        title={t(`tab.${name}`)}
        description={t(`${name}.text`)}
        query={query}
        nameOf={nameOf}
        wordsOf={props.wordsOf}
        row={props.row}
        addLabel={t(`${name}.add`)}
        onAdd={mayAdd ? () => setEditing('new') : undefined}
        mayChange={mayChange}
        onEdit={setEditing}
        actions={
          place &&
          ((item, index) => (
            <MoveButtons items={query.data?.data ?? []} index={index} name={nameOf(item)} place={place} />
          ))
        }
        remove={({ id }, force) => props.remove(id, force)}
        removeText={t(`${name}.removeText`)}
        emptyText={t(`${name}.empty`)}
      />
      {editing ? (
        <ResourceDrawer {...props} stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  )
}
