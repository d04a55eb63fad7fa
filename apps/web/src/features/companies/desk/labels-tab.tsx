import { Group, Radio, Text, TextInput } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import {
  createLabel,
  deleteLabel,
  type Label,
  labelColors,
  type listLabels,
  updateLabel,
} from '@recado/contracts/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../components/form-drawer.tsx'
import { LabelBadge } from '../../../components/label-badge.tsx'
import { call } from '../../../lib/api.ts'
import { useContractForm } from '../../../lib/form.ts'
import { useCan } from '../../../lib/session.ts'
import { labelsQuery, useDeskChange } from './api.ts'
import classes from './desk.module.css'
import { SettingsList } from './settings-list.tsx'

type CountedLabel = EndpointResponse<typeof listLabels>['data'][number]
type Values = { name: string; color: Label['color'] }

const LabelDrawer = ({ label, onClose }: { label: Label | null; onClose: () => void }) => {
  const { t } = useTranslation(['desk', 'common'])
  const save = useDeskChange((body: Values) =>
    label ? call(updateLabel, { params: { id: label.id }, body }) : call(createLabel, { body }),
  )
  const { form, submit, busy, failure } = useContractForm<Values>({
    schema: createLabel.body,
    initialValues: { name: label?.name ?? '', color: label?.color ?? 'blue' },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={t(label ? 'labels.change' : 'labels.add')}
      submitLabel={t('common:save')}
      busy={busy}
      dirty={form.isDirty()}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <Radio.Group label={t('labels.color')} {...form.getInputProps('color')}>
        <Group gap="xs" mt={8}>
          {labelColors.map((color) => (
            <Radio.Card
              key={color}
              value={color}
              aria-label={t(`labels.colors.${color}`)}
              className={classes.swatch ?? ''}
              style={{ background: `var(--mantine-color-${color}-6)` }}
            />
          ))}
        </Group>
      </Radio.Group>
      <div>
        <Text size="sm" mb={6}>
          {t('preview')}
        </Text>
        <LabelBadge label={{ ...form.values, name: form.values.name || t('labels.example') }} />
      </div>
    </FormDrawer>
  )
}

/** Labels of the company. */
export const LabelsTab = () => {
  const { t } = useTranslation('desk')
  const manage = useCan()('company.manage')
  const query = useQuery(labelsQuery)
  const [editing, setEditing] = useState<Label | 'new' | null>(null)
  return (
    <>
      <SettingsList<CountedLabel>
        title={t('tab.labels')}
        description={t('labels.text')}
        query={query}
        nameOf={(label) => label.name}
        row={(label) => (
          <Group gap="sm">
            <LabelBadge label={label} />
            <Text size="sm" c="dimmed">
              {t('labels.open', { count: label.conversations ?? 0 })}
            </Text>
          </Group>
        )}
        addLabel={t('labels.add')}
        onAdd={manage ? () => setEditing('new') : undefined}
        mayChange={() => manage}
        onEdit={setEditing}
        remove={(label) => call(deleteLabel, { params: { id: label.id } })}
        removeText={t('labels.removeText')}
        emptyText={t('labels.empty')}
      />
      {editing ? <LabelDrawer label={editing === 'new' ? null : editing} onClose={() => setEditing(null)} /> : null}
    </>
  )
}
