import { ActionIcon, Group, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import { conditionOperators } from '@recado/contracts/notifications/domain'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WorkflowForm } from './use-workflow-form.ts'
import { conditionSources, emptyCondition, type FormCondition, type FormStep, messageStates } from './values.ts'

type Props = {
  form: WorkflowForm
  path: string
  condition: FormCondition
  number: number
  earlier: FormStep[]
  onRemove: () => void
}

const lists = ['ALL_IN', 'ANY_IN']
const ranges = ['BETWEEN', 'NOT_BETWEEN']

const Comparison = ({ form, path, condition }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const { on, operator } = condition
  const hint = lists.includes(operator) ? 'form.listValue' : ranges.includes(operator) ? 'form.rangeValue' : null
  return (
    <>
      {on === 'webhook' ? (
        <TextInput
          type="url"
          label={t('field.webhookUrl')}
          placeholder="https://"
          {...form.getInputProps(`${path}.webhookUrl`)}
        />
      ) : null}
      <TextInput
        label={t('field.field')}
        placeholder={t(`fieldExample.${on}`)}
        {...form.getInputProps(`${path}.field`)}
      />
      <Select
        label={t('field.operator')}
        allowDeselect={false}
        data={conditionOperators.map((value) => ({ value, label: t(`operatorName.${value}`) }))}
        {...form.getInputProps(`${path}.operator`)}
      />
      {operator === 'IS_DEFINED' ? null : (
        <TextInput
          label={t('field.value')}
          placeholder={hint ? t(hint) : ''}
          {...form.getInputProps(`${path}.value`)}
        />
      )}
    </>
  )
}

const Online = ({ form, path, condition }: Props) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Select
      label={t('field.value')}
      allowDeselect={false}
      data={[
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      {...form.getInputProps(`${path}.value`)}
      value={condition.value === 'false' ? 'false' : 'true'}
    />
  )
}

const OnlineInLast = ({ form, path, condition }: Props) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <>
      <NumberInput
        label={t('field.amount')}
        min={1}
        allowNegative={false}
        {...form.getInputProps(`${path}.value`)}
        value={condition.value}
        onChange={(value) => form.setFieldValue(`${path}.value`, String(value))}
      />
      <Select
        label={t('field.unit')}
        allowDeselect={false}
        data={(['minutes', 'hours', 'days'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))}
        {...form.getInputProps(`${path}.timeOperator`)}
      />
    </>
  )
}

const PreviousStep = ({ form, path, earlier }: Props) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <>
      <Select
        label={t('field.step')}
        allowDeselect={false}
        data={earlier.map((step, index) => ({
          value: step.uuid,
          label: `${index + 1}. ${step.name || t(`step.${step.template.type}`)}`,
        }))}
        {...form.getInputProps(`${path}.step`)}
      />
      <Select
        label={t('field.messageState')}
        allowDeselect={false}
        data={messageStates.map((value) => ({ value, label: t(`messageState.${value}`) }))}
        {...form.getInputProps(`${path}.stepType`)}
      />
    </>
  )
}

const Values = (props: Props) => {
  switch (props.condition.on) {
    case 'isOnline':
      return <Online {...props} />
    case 'isOnlineInLast':
      return <OnlineInLast {...props} />
    case 'previousStep':
      return <PreviousStep {...props} />
    default:
      return <Comparison {...props} />
  }
}

/** One condition: what it looks at, and what has to be so. */
export const ConditionRow = (props: Props) => {
  const { form, path, number, earlier, onRemove } = props
  const { t } = useTranslation('admin/notifications')
  const sources = conditionSources.filter((source) => source !== 'previousStep' || earlier.length > 0)
  const choose = (on: FormCondition['on']) =>
    form.setFieldValue(path, { ...emptyCondition(), on, step: earlier.at(-1)?.uuid ?? '' })
  return (
    <Group wrap="nowrap" align="flex-start" gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" flex={1}>
        <Select
          label={t('field.on')}
          allowDeselect={false}
          data={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
          {...form.getInputProps(`${path}.on`)}
          onChange={(on) => choose(on as FormCondition['on'])}
        />
        <Values {...props} />
      </SimpleGrid>
      <ActionIcon mt={28} aria-label={t('form.removeCondition', { number })} onClick={onRemove}>
        <IconTrash size={17} />
      </ActionIcon>
    </Group>
  )
}
