import { Group, MultiSelect, NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { ordinals, ordinalValues, timeUnits } from '@recado/contracts/notifications/domain'
import { useTranslation } from 'react-i18next'
import { TimeField } from '#web/components/form/time-field.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { weekDayName } from '../step-summary.ts'
import type { WorkflowForm } from './use-workflow-form.ts'
import type { FormMetadata } from './values.ts'

type Props = { form: WorkflowForm; path: string; metadata: FormMetadata }

const weekDays = ordinalValues.filter((value) => !['day', 'weekday', 'weekend'].includes(value))
const monthDays = Array.from({ length: 31 }, (_, index) => String(index + 1))

type SpanProps = Pick<Props, 'form'> & { label: string; amount: string; unit: string; seconds?: boolean }

/** An amount of time: a number and its unit. */
const Span = ({ form, label, amount, unit, seconds = true }: SpanProps) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <NumberInput
        flex={1}
        label={label}
        min={1}
        max={100_000}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps(amount)}
      />
      <Select
        flex={1}
        label={t('field.unit')}
        allowDeselect={false}
        data={timeUnits
          .filter((name) => seconds || name !== 'seconds')
          .map((value) => ({ value, label: t(`unit.${value}`) }))}
        {...form.getInputProps(unit)}
      />
    </Group>
  )
}

/** How long a step waits, or for which date. */
export const DelayFields = ({ form, path, metadata }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const at = `${path}.metadata`
  return (
    <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
      <Select
        label={t('field.delayType')}
        allowDeselect={false}
        data={(['regular', 'scheduled'] as const).map((value) => ({ value, label: t(`delayType.${value}`) }))}
        {...form.getInputProps(`${at}.type`)}
      />
      {metadata.type === 'scheduled' ? (
        <TextInput
          label={t('field.delayPath')}
          description={t('field.delayPathText')}
          placeholder="sendAt"
          {...form.getInputProps(`${at}.delayPath`)}
        />
      ) : (
        <Span form={form} label={t('field.amount')} amount={`${at}.amount`} unit={`${at}.unit`} />
      )}
    </SimpleGrid>
  )
}

const MonthFields = ({ form, path, metadata }: Props) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const at = `${path}.metadata.timed`
  const { monthlyType } = metadata.timed
  return (
    <>
      <Select
        label={t('field.monthlyType')}
        allowDeselect={false}
        data={(['each', 'on'] as const).map((value) => ({ value, label: t(`monthlyType.${value}`) }))}
        {...form.getInputProps(`${at}.monthlyType`)}
      />
      {monthlyType === 'each' ? (
        <MultiSelect
          label={t('field.monthDays')}
          data={monthDays}
          {...form.getInputProps(`${at}.monthDays`)}
          value={metadata.timed.monthDays.map(String)}
          onChange={(days) => form.setFieldValue(`${at}.monthDays`, days.map(Number))}
        />
      ) : (
        <Group align="flex-start" wrap="nowrap" gap="xs">
          <Select
            flex={1}
            label={t('field.ordinal')}
            allowDeselect={false}
            data={ordinals.map((value) => ({ value, label: t(`ordinal.${value}`) }))}
            {...form.getInputProps(`${at}.ordinal`)}
          />
          <Select
            flex={1}
            label={t('field.ordinalValue')}
            allowDeselect={false}
            data={ordinalValues.map((value) => ({
              value,
              label: weekDays.includes(value) ? weekDayName(value, i18n.language) : t(`ordinalValue.${value}`),
            }))}
            {...form.getInputProps(`${at}.ordinalValue`)}
          />
        </Group>
      )}
    </>
  )
}

const TimedFields = (props: Props) => {
  const { form, path, metadata } = props
  const { t, i18n } = useTranslation('admin/notifications')
  const at = `${path}.metadata`
  return (
    <>
      <Span form={form} label={t('field.every')} amount={`${at}.amount`} unit={`${at}.unit`} seconds={false} />
      {metadata.unit === 'weeks' ? (
        <MultiSelect
          label={t('field.weekDays')}
          data={weekDays.map((value) => ({ value, label: weekDayName(value, i18n.language) }))}
          {...form.getInputProps(`${at}.timed.weekDays`)}
        />
      ) : null}
      {metadata.unit === 'months' ? <MonthFields {...props} /> : null}
      <TimeField label={t('field.atTime')} {...form.getInputProps(`${at}.timed.atTime`)} />
      <TimezoneSelect
        label={t('field.timezone')}
        description={t('field.timezoneText')}
        clearable
        {...form.getInputProps(`${at}.timed.timezone`)}
      />
    </>
  )
}

/** For how long events are gathered into one. */
export const DigestFields = (props: Props) => {
  const { form, path, metadata } = props
  const { t } = useTranslation('admin/notifications')
  const at = `${path}.metadata`
  return (
    <Stack gap="md">
      <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
        <Select
          label={t('field.digestType')}
          allowDeselect={false}
          data={(['regular', 'backoff', 'timed'] as const).map((value) => ({ value, label: t(`digestType.${value}`) }))}
          {...form.getInputProps(`${at}.type`)}
        />
        {metadata.type === 'timed' ? (
          <TimedFields {...props} />
        ) : (
          <Span form={form} label={t('field.gatherFor')} amount={`${at}.amount`} unit={`${at}.unit`} />
        )}
        {metadata.type === 'backoff' ? (
          <Span form={form} label={t('field.within')} amount={`${at}.backoffAmount`} unit={`${at}.backoffUnit`} />
        ) : null}
        <TextInput
          label={t('field.digestKey')}
          description={t('field.digestKeyText')}
          placeholder="orderId"
          {...form.getInputProps(`${at}.digestKey`)}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t(`digestTypeText.${metadata.type === 'scheduled' ? 'regular' : metadata.type}`)}
      </Text>
    </Stack>
  )
}
