import { type NodeOf, settableFields } from '@recado/contracts/automation/automation-graph'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { Select } from '#web/components/form/select.tsx'
import { useEditing } from '../editing.ts'
import { Several, useNamed } from '../event-fields.tsx'
import { AddButton, FilledText } from '../fields.tsx'
import { Entry, Problem, replaced, without } from './rows.tsx'
import type { StepProps } from './step-props.ts'

// Steps that change the contact.

export const UpdateContact = ({ node, onChange }: StepProps<'update_contact'>) => {
  const { t } = useTranslation(['automation/automations', 'filters'])
  const { words, errorAt } = useEditing()
  const attributes = words.fields.filter(({ group }) => group === 'attributes')
  const data = [
    ...settableFields.map((value) => ({ value, label: t(`filters:field.${value}`) })),
    ...attributes.map((field) => ({ value: field.name, label: fieldLabel(field, words) })),
  ]
  return (
    <>
      {node.fields.map(({ field, value }, index) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
          key={index}
          place={index}
          onRemove={() => onChange({ ...node, fields: without(node.fields, index) })}
          head={
            <Select
              label={t('field')}
              flex={1}
              searchable
              allowDeselect={false}
              placeholder={t('common:choose')}
              error={errorAt(`fields.${index}.field`)}
              data={data}
              value={field || null}
              onChange={(next) =>
                next && onChange({ ...node, fields: replaced(node.fields, index, { field: next, value }) })
              }
            />
          }
        >
          <FilledText
            label={t('value')}
            at={`fields.${index}.value`}
            value={value}
            maxLength={1000}
            onChange={(next) => onChange({ ...node, fields: replaced(node.fields, index, { field, value: next }) })}
          />
        </Entry>
      ))}
      <Problem text={errorAt('fields')} />
      <AddButton
        disabled={node.fields.length >= 20}
        onClick={() => onChange({ ...node, fields: [...node.fields, { field: '', value: '' }] })}
      >
        {t('addField')}
      </AddButton>
    </>
  )
}

export const ListStep = ({ node, onChange }: StepProps<'list'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Select
        label={t('change.how')}
        allowDeselect={false}
        data={(['add', 'remove'] as const).map((value) => ({ value, label: t(`change.${value}_to_list`) }))}
        value={node.how}
        onChange={(how) => onChange({ ...node, how: how === 'remove' ? 'remove' : 'add' })}
      />
      <Select
        label={t('list')}
        searchable
        allowDeselect={false}
        placeholder={t('common:choose')}
        error={errorAt('listId')}
        data={useNamed('lists')}
        value={node.listId}
        onChange={(listId) => onChange({ ...node, listId })}
      />
    </>
  )
}

export const Marks = ({ node, onChange }: StepProps<'label'> | StepProps<'tag'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const kind = node.kind === 'label' ? 'labels' : 'tags'
  const data = useNamed(kind)
  const set = onChange as (next: NodeOf<'label'> | NodeOf<'tag'>) => void
  return (
    <>
      <Several
        label={t(`change.add_${kind}`)}
        data={data}
        value={node.add}
        error={errorAt('add')}
        onChange={(add) => set({ ...node, add })}
      />
      <Several
        label={t(`change.remove_${kind}`)}
        data={data}
        value={node.remove}
        onChange={(remove) => set({ ...node, remove })}
      />
    </>
  )
}
