import { Group, Radio, Text, TextInput } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import {
  createLabel,
  deleteLabel,
  type Label,
  labelColors,
  type listLabels,
  type StoredLabel,
  updateLabel,
} from '@recado/contracts/inbox/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { labelCountsQuery } from '#web/queries/labels.ts'
import { useSettingsSave } from './api.ts'
import classes from './desk.module.css'
import { SettingsList } from './settings-list.tsx'

type CountedLabel = EndpointResponse<typeof listLabels>['data'][number]
type Values = { name: string; color: Label['color'] }

const LabelDrawer = ({ label, onClose }: { label: StoredLabel | null; onClose: () => void }) => {
  const { t } = useTranslation(['desk', 'common'])
  const save = useSettingsSave<StoredLabel, Values>(({ values, base }) =>
    base
      ? call(updateLabel, { params: { id: base.id }, body: { ...values, version: base.version } })
      : call(createLabel, { body: values }),
  )
  const { form, submit, busy, failure, meanwhile } = useVersionedForm<StoredLabel, Values>({
    schema: createLabel.body,
    stored: label,
    valuesOf: (label) => ({ name: label?.name ?? '', color: label?.color ?? 'blue' }),
    labels: {
      name: t('field.name'),
      color: t('labels.color'),
    },
    save,
    onSaved: onClose,
  })
  return (
    <FormDrawer
      opened
      title={t(label ? 'labels.change' : 'labels.add')}
      submitLabel={t('common:save')}
      busy={busy}
      dirty={form.isDirty()}
      error={failure}
      meanwhile={meanwhile}
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
  const query = useQuery(labelCountsQuery)
  const [editing, setEditing] = useState<StoredLabel | 'new' | null>(null)
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
