import { Group, Stack, Text } from '@mantine/core'
import { type ChatSettings, surveyQuestions, updateChatSettings } from '@recado/contracts/inbox/chat-settings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { call } from '#web/lib/api/api.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { chatSettingsQuery } from '#web/queries/company-settings.ts'
import { VersionedForm } from '../versioned-form.tsx'
import { useSettingsChange } from './api.ts'
import { QuickReplyTemplate } from './quick-reply-template.tsx'
import classes from './settings.module.css'

type Values = { settings: ChatSettings }
type FormProps = { form: ContractForm<Values>['form'] }

const ConversationFields = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/settings')
  const { autoResolveDays } = form.values.settings
  return (
    <FormSection title={t('chat.conversations')}>
      <Stack gap="md">
        <NumberInput
          label={t('chat.reopen')}
          description={t('chat.reopenText')}
          min={0}
          max={365}
          {...form.getInputProps('settings.reopenDays')}
        />
        <NumberInput
          label={t('chat.autoResolve')}
          description={t('chat.autoResolveText')}
          placeholder={t('chat.never')}
          min={1}
          max={365}
          value={autoResolveDays ?? ''}
          onChange={(value) => form.setFieldValue('settings.autoResolveDays', value === '' ? null : Number(value))}
          error={form.errors['settings.autoResolveDays']}
        />
      </Stack>
    </FormSection>
  )
}

const WritingFields = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/settings')
  return (
    <FormSection title={t('chat.writing')}>
      <Stack gap="md">
        <Select
          label={t('chat.receipts')}
          description={t('chat.receiptsText')}
          allowDeselect={false}
          data={(['on_reply', 'on_open', 'off'] as const).map((value) => ({
            value,
            label: t(`chat.receipt.${value}`),
          }))}
          {...form.getInputProps('settings.readReceipts')}
        />
        <Switch
          label={t('chat.typing')}
          description={t('chat.typingText')}
          {...form.getInputProps('settings.typingIndicator', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('chat.undo')}
          description={t('chat.undoText')}
          min={0}
          max={30}
          {...form.getInputProps('settings.undoSeconds')}
        />
      </Stack>
    </FormSection>
  )
}

const CsatFields = ({ form }: FormProps) => {
  const { t, i18n } = useTranslation('companies/settings')
  const ownQuestion = surveyQuestions[i18n.language.startsWith('pt') ? 'pt' : 'en']
  const { csat } = form.values.settings
  return (
    <FormSection title={t('chat.csat')}>
      <Stack gap="md">
        <Switch
          label={t('chat.csatOn')}
          description={t('chat.csatText')}
          {...form.getInputProps('settings.csat.enabled', { type: 'checkbox' })}
        />
        {csat.enabled ? (
          <>
            <Select
              label={t('chat.scale')}
              allowDeselect={false}
              data={(['stars', 'thumbs'] as const).map((value) => ({ value, label: t(`chat.scales.${value}`) }))}
              {...form.getInputProps('settings.csat.scale')}
            />
            <Textarea
              label={t('chat.question')}
              placeholder={ownQuestion}
              autosize
              maxLength={600}
              {...form.getInputProps('settings.csat.question')}
            />
            <Textarea
              label={t('chat.thanks')}
              placeholder={t('chat.thanksExample')}
              autosize
              maxLength={600}
              {...form.getInputProps('settings.csat.thanks')}
            />
            <QuickReplyTemplate
              categories={['UTILITY']}
              label={t('chat.surveyTemplate')}
              description={t('chat.surveyTemplateText')}
              placeholder={t('chat.surveyTemplateNone')}
              value={csat.template}
              onChange={(template) => form.setFieldValue('settings.csat.template', template)}
            />
            <div>
              <Text size="sm" mb={6}>
                {t('preview')}
              </Text>
              <div className={classes.bubble}>
                {csat.question.trim() || ownQuestion}
                <Group gap="xs" mt="xs" aria-hidden="true">
                  {(csat.scale === 'stars' ? ['5 ★', '4 ★', '3 ★', '2 ★', '1 ★'] : ['👍', '👎']).map((choice) => (
                    <Text key={choice} span size="sm" className={classes.step ?? ''}>
                      {choice}
                    </Text>
                  ))}
                </Group>
              </div>
            </div>
          </>
        ) : null}
      </Stack>
    </FormSection>
  )
}

/** How the chat behaves. */
export const ChatTab = () => {
  const { t } = useTranslation('companies/settings')
  const save = useSettingsChange(({ settings, version }: Values & { version: number }) =>
    call(updateChatSettings, { body: { settings, version } }),
  )
  return (
    <VersionedForm
      title={t('tab.chat')}
      description={t('chat.text')}
      query={useQuery(chatSettingsQuery)}
      schema={updateChatSettings.body.pick({ settings: true })}
      valuesOf={({ settings }): Values => ({ settings })}
      save={({ settings }, version) => save.mutateAsync({ settings, version })}
    >
      {(form) => (
        <>
          <ConversationFields form={form} />
          <WritingFields form={form} />
          <CsatFields form={form} />
        </>
      )}
    </VersionedForm>
  )
}
