import { Button, FileButton, Group, MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type ValueFormat, type ValueSource, valueFormats } from '@recado/contracts/campaigns/content'
import { templateMediaRules, uploadTemplateMedia } from '@recado/contracts/whatsapp/template-media'
import type { TemplateVariable } from '@recado/contracts/whatsapp/template-variables'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import { upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import classes from './wizard.module.css'

type Varying = Extract<ValueSource, { from: 'field' | 'column' }>
type Props = {
  variable: TemplateVariable
  value: ValueSource
  /** Columns of what was uploaded. */
  columns: readonly string[]
  /** What is to know about it. */
  note: string | null
  error: string | null
  onChange: (value: ValueSource) => void
}

/** Fields whose value stands in a message; lists and counts do not. */
const useFieldChoices = () => {
  const { words } = useFilterWords()
  if (!words) return []
  return words.fields
    .filter(({ group, type }) => (group === 'profile' || group === 'attributes') && type !== 'choices')
    .map((field) => ({ value: field.name, label: fieldLabel(field, words) }))
}

const formatsOf = (chosen: readonly string[]): ValueFormat[] => valueFormats.filter((one) => chosen.includes(one))

const Varies = ({ value, label, onChange }: { value: Varying; label: string; onChange: Props['onChange'] }) => {
  const { t } = useTranslation('campaigns/wizard')
  const { missing } = value
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <MultiSelect
        label={t('value.format')}
        aria-label={`${label}: ${t('value.format')}`}
        placeholder={value.format.length === 0 ? t('value.asIs') : ''}
        maxValues={4}
        hidePickedOptions
        value={value.format}
        data={valueFormats.map((one) => ({ value: one, label: t(`format.${one}`) }))}
        onChange={(chosen) => onChange({ ...value, format: formatsOf(chosen) })}
      />
      <Select
        label={t('value.missing')}
        aria-label={`${label}: ${t('value.missing')}`}
        allowDeselect={false}
        value={missing.action}
        data={[
          { value: 'skip', label: t('value.skip') },
          { value: 'text', label: t('value.instead') },
        ]}
        onChange={(action) =>
          onChange({ ...value, missing: action === 'text' ? { action: 'text', text: '' } : { action: 'skip' } })
        }
      />
      {missing.action === 'text' ? (
        <TextInput
          label={t('value.insteadText')}
          aria-label={`${label}: ${t('value.insteadText')}`}
          maxLength={200}
          value={missing.text}
          onChange={(event) => onChange({ ...value, missing: { action: 'text', text: event.currentTarget.value } })}
        />
      ) : null}
    </SimpleGrid>
  )
}

const accept = Object.keys(templateMediaRules).join(',')

const Media = ({ value, error, onChange }: Pick<Props, 'value' | 'error' | 'onChange'>) => {
  const { t } = useTranslation(['campaigns/wizard', 'errors'])
  const send = useMutation({
    mutationFn: (file: File) => upload(uploadTemplateMedia, file),
    onSuccess: ({ fileId }) => onChange({ from: 'file', fileId }),
    meta: { quiet: true },
  })
  const has = value.from === 'file' && value.fileId !== ''
  const problem = send.error ? errorText(t, send.error) : error
  return (
    <>
      <Group gap="sm">
        <FileButton accept={accept} onChange={(file) => file && send.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-md" loading={send.isPending}>
              {t(has ? 'media.change' : 'media.choose')}
            </Button>
          )}
        </FileButton>
        {has ? (
          <Text size="sm" c="dimmed" role="status">
            {send.data?.name ?? t('media.chosen')}
          </Text>
        ) : null}
      </Group>
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
    </>
  )
}

/** Where the value of one variable comes from, how it is written, and what happens to a recipient without it. */
export const ValueRow = ({ variable, value, columns, note, error, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const fields = useFieldChoices()
  const label =
    variable.kind === 'media'
      ? t('value.media')
      : variable.part === 'button'
        ? t('value.button', { name: variable.label })
        : t('value.variable', { name: variable.label.replaceAll('_', ' ') })
  const varying = { format: [], missing: { action: 'skip' as const } }
  const from = (kind: string | null) => {
    if (kind === 'text') onChange({ from: 'text', text: '' })
    if (kind === 'field') onChange({ from: 'field', field: '', ...varying })
    if (kind === 'column') onChange({ from: 'column', column: '', ...varying })
  }
  return (
    <li className={classes.row}>
      <Text fw={600} size="sm">
        {label}
      </Text>
      {note ? (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      ) : null}
      {variable.kind === 'media' ? (
        <Media value={value} error={error} onChange={onChange} />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            aria-label={t('value.from', { name: label })}
            allowDeselect={false}
            value={value.from}
            data={[
              { value: 'text', label: t('value.kind.text') },
              { value: 'field', label: t('value.kind.field') },
              ...(columns.length > 0 || value.from === 'column'
                ? [{ value: 'column', label: t('value.kind.column') }]
                : []),
            ]}
            onChange={from}
          />
          {value.from === 'text' ? (
            <TextInput
              aria-label={label}
              placeholder={variable.example ?? ''}
              maxLength={variable.maxLength ?? 1024}
              error={error}
              value={value.text}
              onChange={(event) => onChange({ from: 'text', text: event.currentTarget.value })}
            />
          ) : null}
          {value.from === 'field' ? (
            <Select
              aria-label={label}
              placeholder={t('value.chooseField')}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('common:nothingFound')}
              error={error}
              value={value.field || null}
              data={fields}
              onChange={(field) => field && onChange({ ...value, field })}
            />
          ) : null}
          {value.from === 'column' ? (
            <Select
              aria-label={label}
              placeholder={t('value.chooseColumn')}
              allowDeselect={false}
              error={error}
              value={value.column || null}
              data={[...columns]}
              onChange={(column) => column && onChange({ ...value, column })}
            />
          ) : null}
        </SimpleGrid>
      )}
      {value.from === 'field' || value.from === 'column' ? (
        <Varies value={value} label={label} onChange={onChange} />
      ) : null}
    </li>
  )
}
