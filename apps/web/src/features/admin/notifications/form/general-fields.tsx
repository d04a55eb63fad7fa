import { Select, SimpleGrid, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { useTranslation } from 'react-i18next'
import type { Options } from '../api.ts'
import { useKnownTexts } from '../use-step-texts.ts'
import type { WorkflowForm } from './use-workflow-form.ts'

type Props = { form: WorkflowForm; groups: Options['groups'] }

/** What a workflow is called, where it belongs, and how people may choose about it. */
export const GeneralFields = ({ form, groups }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const inOwnLanguage = useKnownTexts()
  return (
    <Stack gap="md">
      <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
        <TextInput label={t('field.name')} withAsterisk {...form.getInputProps('name')} />
        <Select
          label={t('column.group')}
          allowDeselect={false}
          withAsterisk
          data={groups.map(({ id, name }) => ({ value: id, label: inOwnLanguage(name) }))}
          {...form.getInputProps('groupId')}
        />
      </SimpleGrid>
      <Textarea
        label={t('field.description')}
        description={t('field.descriptionText')}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <TagsInput label={t('field.tags')} description={t('field.tagsText')} {...form.getInputProps('tags')} />
      <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
        <Switch
          label={t('field.active')}
          description={t('field.activeText')}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <Switch
          label={t('critical')}
          description={t('criticalText')}
          {...form.getInputProps('critical', { type: 'checkbox' })}
        />
      </SimpleGrid>
      {form.values.critical ? null : (
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <Text component="legend" size="sm" fw={500} p={0}>
            {t('field.channels')}
          </Text>
          <Text size="xs" c="dimmed" mb="xs">
            {t('field.channelsText')}
          </Text>
          <SimpleGrid type="container" cols={{ base: 2, '460px': 3, '640px': 5 }}>
            {channelTypes.map((type) => (
              <Switch
                key={type}
                label={t(`step.${type}`)}
                {...form.getInputProps(`preferenceSettings.${type}`, { type: 'checkbox' })}
              />
            ))}
          </SimpleGrid>
        </fieldset>
      )}
    </Stack>
  )
}
