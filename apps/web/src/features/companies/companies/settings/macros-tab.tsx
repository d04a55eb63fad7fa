import { ActionIcon, Badge, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { createMacro, deleteMacro, type Macro, type MacroStep, updateMacro } from '@recado/contracts/inbox/macros'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { macrosQuery } from '#web/queries/macros.ts'
import { emptyStep, StepFields, stepTypes, useStepNames } from './macro-step.tsx'
import classes from './settings.module.css'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

const mostSteps = 20

type Values = Pick<Macro, 'name' | 'scope'> & { steps: MacroStep[] }

const StepsEditor = ({ form, companyId }: { form: ContractForm<Values>['form']; companyId: string }) => {
  const { t } = useTranslation('companies/settings')
  const names = useStepNames()
  const { steps, scope } = form.values
  const change = (next: MacroStep[]) => form.setFieldValue('steps', next)
  const errorOf = (index: number) => {
    const path = Object.keys(form.errors).find((key) => key.startsWith(`steps.${index}.`))
    return path ? String(form.errors[path]) : undefined
  }
  const swap = (a: number, b: number) =>
    change(steps.map((step, index) => (index === a ? steps[b] : index === b ? steps[a] : step) ?? step))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('macros.stepsTitle')}
      </Text>
      {steps.map((step, index) => {
        const name = `${index + 1}. ${t(`macros.steps.${step.type}`)}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
          <div key={index} className={classes.step}>
            <Group justify="space-between" wrap="nowrap" mb={step.type === 'resolve' ? 0 : 8}>
              <Text size="sm">{name}</Text>
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  aria-label={t('moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <IconChevronUp size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('moveDown', { name })}
                  disabled={index === steps.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <IconChevronDown size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('removeNamed', { name })}
                  onClick={() => change(steps.filter((_, other) => other !== index))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Group>
            </Group>
            <StepFields
              companyId={companyId}
              step={step}
              names={names}
              shared={scope === 'company'}
              error={errorOf(index)}
              onChange={(next) => change(steps.map((other, at) => (at === index ? next : other)))}
            />
          </div>
        )
      })}
      <Select
        key={steps.length}
        aria-label={t('macros.addStep')}
        placeholder={t('macros.addStep')}
        disabled={steps.length >= mostSteps}
        data={stepTypes.map((value) => ({ value, label: t(`macros.steps.${value}`) }))}
        value={null}
        error={form.errors['steps']}
        onChange={(type) => type && change([...steps, emptyStep(type as MacroStep['type'])])}
      />
    </Stack>
  )
}

const MacroFields = ({ form, companyId }: FieldsProps<Values> & { companyId: string }) => {
  const { t } = useTranslation('companies/settings')
  const share = useCan()('settings.share')
  const scopes = share ? (['company', 'personal'] as const) : (['personal'] as const)
  return (
    <>
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('field.scope')}
        allowDeselect={false}
        data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        {...form.getInputProps('scope')}
      />
      <StepsEditor form={form} companyId={companyId} />
    </>
  )
}

/** Several changes of a conversation done at once. */
export const MacrosTab = ({ companyId }: { companyId: string }) => {
  const { t } = useTranslation('companies/settings')
  const can = useCan()
  const mayAdd = can('conversations.reply')
  return (
    <SettingsResource<Macro, Values>
      name="macros"
      query={useQuery(macrosQuery)}
      nameOf={(macro) => macro.name}
      row={(macro) => (
        <>
          <Group gap="sm">
            <Text fw={600}>{macro.name}</Text>
            <Badge variant="light" color="gray">
              {t(`scope.${macro.scope}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {macro.steps.map((step) => t(`macros.steps.${step.type}`)).join(' → ')}
          </Text>
        </>
      )}
      mayAdd={mayAdd}
      mayChange={(macro) => macro.editable && mayAdd}
      form={{
        schema: createMacro.body,
        valuesOf: (macro) => ({
          name: macro?.name ?? '',
          scope: macro?.scope ?? (can('settings.share') ? 'company' : 'personal'),
          steps: macro?.steps ?? [],
        }),
        labels: { name: t('field.name'), scope: t('field.scope'), steps: t('macros.stepsTitle') },
        extra: ({ steps }) => ({ steps: steps.length === 0 ? t('macros.noSteps') : undefined }),
      }}
      fields={(props) => <MacroFields {...props} companyId={companyId} />}
      create={(body) => call(createMacro, { body })}
      update={(id, body) => call(updateMacro, { params: { id }, body })}
      remove={(id) => call(deleteMacro, { params: { id } })}
    />
  )
}
