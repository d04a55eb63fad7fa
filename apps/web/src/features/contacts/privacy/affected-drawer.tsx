import { Alert, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { type AffectedChoice, affectedChoice, incidentBusinessDays } from '@recado/contracts/contacts/privacy'
import { exportList } from '@recado/contracts/shared/lists'
import { exportFormats } from '@recado/contracts/shared/tasks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/components/form/day-field.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { useListExport } from '#web/queries/list-export.ts'

/** Asks for the people whose data an incident may have concerned, as a file. */
export const AffectedDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['contacts/privacy', 'validation'])
  const { mutateAsync } = useListExport(({ from, to, format }: AffectedChoice) => {
    const [first = from, last = to] = [from, to].toSorted()
    return call(exportList, { body: { list: 'affected-people', filter: { from: first, to: last }, format } })
  })
  const { form, state } = useContractForm({
    schema: affectedChoice,
    initialValues: { from: '', to: '', format: 'xlsx' as (typeof exportFormats)[number] },
    brief: true,
    onSubmit: async (body) => {
      await mutateAsync(body)
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('affected.title')} submitLabel={t('affected.submit')} {...state} onClose={onClose}>
      <Text size="sm">{t('affected.text')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={name}
            label={t(`affected.${name}`)}
            required
            {...(name === 'from' && { 'data-autofocus': true })}
            value={form.values[name]}
            error={form.errors[name]}
            onChange={(day) => form.setFieldValue(name, day)}
          />
        ))}
      </SimpleGrid>
      <Radio.Group label={t('affected.format')} {...form.getInputProps('format')}>
        <Stack gap={8} mt={6}>
          {exportFormats.map((one) => (
            <Radio key={one} value={one} label={one.toUpperCase()} />
          ))}
        </Stack>
      </Radio.Group>
      <Alert color="clay" icon={<IconAlertTriangle />}>
        {t('affected.due', { days: incidentBusinessDays })}
      </Alert>
    </FormDrawer>
  )
}
