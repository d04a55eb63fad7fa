import { Alert, Button, Checkbox, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { exportList } from '@recado/contracts/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import { useListExport } from '#web/queries/list-export.ts'
import {
  type ExportChoice,
  exportKinds,
  fileOf,
  furtherColumns,
  keepChoice,
  readChoice,
  usualColumns,
} from './export-choice.ts'

/** Which contacts: chosen ones, or all that filters leave. */
export type ExportTarget = { ids: readonly string[] } | { filter: Record<string, string>; count: number | undefined }

type Section = { id: 'usual' | 'further' | 'own'; columns: readonly { key: string; label: string }[] }

/** Columns in groups, those of the company's own fields last. */
const useGroups = (): Section[] => {
  const { t, i18n } = useTranslation('contacts/export')
  const own = useQuery(contactAttributesQuery).data?.data ?? []
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  const named = (keys: readonly string[]) => keys.map((key) => ({ key, label: t(`column.${key}`) }))
  const groups: Section[] = [
    { id: 'usual', columns: named(usualColumns) },
    { id: 'further', columns: named(furtherColumns) },
    { id: 'own', columns: own.map(({ key, label }) => ({ key: `attributes.${key}`, label: label[language] })) },
  ]
  return groups.filter(({ columns }) => columns.length > 0)
}

type ColumnsProps = { groups: readonly Section[]; value: string[]; onChange: (columns: string[]) => void }

const Columns = ({ groups, value, onChange }: ColumnsProps) => {
  const { t } = useTranslation('contacts/export')
  const order = groups.flatMap(({ columns }) => columns.map(({ key }) => key))
  const change = (next: readonly string[]) => onChange(order.filter((key) => next.includes(key)))
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {t('columns', { count: value.length })}
        </Text>
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => change(order)}>
            {t('all')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => change(usualColumns)}>
            {t('usual')}
          </Button>
        </Group>
      </Group>
      {groups.map(({ id, columns }) => (
        <Checkbox.Group
          key={id}
          label={t(`group.${id}`)}
          value={value.filter((key) => columns.some((column) => column.key === key))}
          onChange={(chosen) => change([...value.filter((key) => !columns.some((one) => one.key === key)), ...chosen])}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={8} mt={6}>
            {columns.map(({ key, label }) => (
              <Checkbox key={key} size="sm" value={key} label={label} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      ))}
    </Stack>
  )
}

type Props = { target: ExportTarget; onClose: () => void }

/** Asks as what, and with which columns, contacts are written into a file. */
export const ExportDrawer = ({ target, onClose }: Props) => {
  const { t, i18n } = useTranslation('contacts/export')
  const pii = useCan()('contacts.pii')
  const groups = useGroups()
  const { mutateAsync } = useListExport((chosen: ExportChoice) => {
    const known = groups.flatMap(({ columns }) => columns.map(({ key }) => key))
    const columns = chosen.columns.filter((column) => known.includes(column))
    const rows = 'ids' in target ? { ids: [...target.ids] } : { filter: target.filter }
    const body = { list: 'contacts' as const, ...rows, ...fileOf(chosen.kind) }
    return call(exportList, { body: chosen.kind === 'vcf' ? body : { ...body, columns } })
  })
  const { form, state } = useContractForm({
    initialValues: readChoice(),
    brief: true,
    onSubmit: async (chosen) => {
      await mutateAsync(chosen)
      keepChoice(chosen)
      onClose()
    },
  })
  const { kind, columns } = form.values
  const count = 'ids' in target ? target.ids.length : target.count
  const formatted = count === undefined ? '' : new Intl.NumberFormat(i18n.language).format(count)
  return (
    <FormDrawer
      opened
      size={520}
      title={t('title')}
      submitLabel={t('submit')}
      {...state}
      ready={kind === 'vcf' || columns.length > 0}
      onClose={onClose}
    >
      <Text size="sm">{count === undefined ? t('many') : t('count', { count, formatted })}</Text>
      <Radio.Group
        label={t('format')}
        value={kind}
        onChange={(next) => form.setFieldValue('kind', exportKinds.find((one) => one === next) ?? kind)}
      >
        <Stack gap={8} mt={6}>
          {exportKinds.map((one) => (
            <Radio key={one} value={one} label={t(`kind.${one}`)} description={t(`about.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {pii ? null : <Alert color="gray">{t('masked')}</Alert>}
      {kind === 'vcf' ? null : (
        <Columns groups={groups} value={columns} onChange={(next) => form.setFieldValue('columns', next)} />
      )}
      <Text size="sm" c="dimmed">
        {t('after')}
      </Text>
    </FormDrawer>
  )
}
