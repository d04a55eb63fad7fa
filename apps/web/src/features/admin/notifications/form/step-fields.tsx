import { Button, Divider, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Options } from '../api.ts'
import classes from '../notifications.module.css'
import { ConditionsEditor } from './conditions-editor.tsx'
import { ContentFields } from './content-fields.tsx'
import { OtherFields } from './other-fields.tsx'
import { DelayFields, DigestFields } from './time-fields.tsx'
import type { WorkflowForm } from './use-workflow-form.ts'
import { type FormPart, type FormStep, variantOf } from './values.ts'

type PartProps = {
  form: WorkflowForm
  path: string
  part: FormPart
  /** The steps before this one, for conditions about them. */
  earlier: FormStep[]
  options: Options
  ownIdentifier: string | null
}

const Settings = ({ form, path, part, options, ownIdentifier }: PartProps) => {
  switch (part.template.type) {
    case 'digest':
      return <DigestFields form={form} path={path} metadata={part.metadata} />
    case 'delay':
      return <DelayFields form={form} path={path} metadata={part.metadata} />
    case 'trigger':
    case 'custom':
      return (
        <OtherFields
          form={form}
          path={path}
          type={part.template.type}
          workflows={options.workflows.filter(({ identifier }) => identifier !== ownIdentifier)}
        />
      )
    default:
      return <ContentFields form={form} path={path} template={part.template} options={options} />
  }
}

const Variants = ({ step, ...props }: Omit<PartProps, 'part'> & { step: FormStep }) => {
  const { t } = useTranslation('admin/notifications')
  const { form, path } = props
  return (
    <Stack gap="md">
      <div>
        <Title order={3} fz="sm">
          {t('form.variants')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('form.variantsText')}
        </Text>
      </div>
      {step.variants.map((variant, index) => {
        const at = `${path}.variants.${index}`
        const label = variant.name || `${t('variant')} ${index + 1}`
        return (
          <fieldset key={variant.uuid} className={classes.group} aria-label={label} style={{ margin: 0 }}>
            <Stack gap="md">
              <Group align="flex-end" justify="space-between">
                <TextInput label={t('field.variantName')} {...form.getInputProps(`${at}.name`)} />
                <Switch label={t('field.stepActive')} {...form.getInputProps(`${at}.active`, { type: 'checkbox' })} />
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  leftSection={<IconTrash size={15} />}
                  onClick={() => form.removeListItem(`${path}.variants`, index)}
                >
                  {t('form.removeVariant')}
                </Button>
              </Group>
              <ConditionsEditor form={form} path={at} filters={variant.filters} earlier={props.earlier} />
              <Settings {...props} path={at} part={variant} />
            </Stack>
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem(`${path}.variants`, variantOf(step))}
        >
          {t('form.addVariant')}
        </Button>
      </div>
    </Stack>
  )
}

type Props = { form: WorkflowForm; index: number; options: Options; ownIdentifier: string | null }

/** Everything that can be said about one step. */
export const StepFields = ({ form, index, options, ownIdentifier }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const step = form.values.steps[index]
  if (!step) return null
  const path = `steps.${index}`
  const earlier = form.values.steps.slice(0, index)
  const shared = { form, path, earlier, options, ownIdentifier }
  const isChannel = channelTypes.some((type) => type === step.template.type)
  return (
    <Stack gap="md" pt="md">
      <TextInput
        label={t('field.stepName')}
        placeholder={t(`step.${step.template.type}`)}
        {...form.getInputProps(`${path}.name`)}
      />
      <Settings {...shared} part={step} />
      <Group gap="xl">
        <Switch label={t('field.stepActive')} {...form.getInputProps(`${path}.active`, { type: 'checkbox' })} />
        <Switch
          label={t('field.shouldStopOnFail')}
          {...form.getInputProps(`${path}.shouldStopOnFail`, { type: 'checkbox' })}
        />
      </Group>
      <Divider />
      <ConditionsEditor form={form} path={path} filters={step.filters} earlier={earlier} />
      {isChannel ? (
        <>
          <Divider />
          <Variants {...shared} step={step} />
        </>
      ) : null}
    </Stack>
  )
}
