import { Group, Radio, RadioCard, Text, TextInput } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import {
  createLabel,
  deleteLabel,
  type Label,
  labelColors,
  type listLabels,
  updateLabel,
} from '@recado/contracts/inbox/labels'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { call } from '#web/lib/api/api.ts'
import { labelCountsQuery } from '#web/queries/labels.ts'
import classes from './settings.module.css'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

type CountedLabel = EndpointResponse<typeof listLabels>['data'][number]
type Values = { name: string; color: Label['color'] }

const LabelFields = ({ form }: FieldsProps<Values>) => {
  const { t } = useTranslation('companies/settings')
  return (
    <>
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <Radio.Group label={t('labels.color')} {...form.getInputProps('color')}>
        <Group gap="xs" mt={8}>
          {labelColors.map((color) => (
            <RadioCard
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
    </>
  )
}

/** Labels of the company. */
export const LabelsTab = () => {
  const { t } = useTranslation('companies/settings')
  return (
    <SettingsResource<CountedLabel, Values>
      name="labels"
      query={useQuery(labelCountsQuery)}
      nameOf={(label) => label.name}
      row={(label) => (
        <Group gap="sm">
          <LabelBadge label={label} />
          <Text size="sm" c="dimmed">
            {t('labels.open', { count: label.conversations ?? 0 })}
          </Text>
        </Group>
      )}
      form={{
        schema: createLabel.body,
        valuesOf: (label) => ({ name: label?.name ?? '', color: label?.color ?? 'blue' }),
        labels: { name: t('field.name'), color: t('labels.color') },
      }}
      fields={(props) => <LabelFields {...props} />}
      create={(body) => call(createLabel, { body })}
      update={(id, body) => call(updateLabel, { params: { id }, body })}
      remove={(id) => call(deleteLabel, { params: { id } })}
    />
  )
}
