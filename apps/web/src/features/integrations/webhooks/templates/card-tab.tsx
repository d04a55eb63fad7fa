import { Anchor, List, MultiSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { accessBlocks } from '@recado/contracts/abilities'
import {
  removeWebhookTemplateLogo,
  setWebhookTemplateLogo,
  type WebhookTemplateDetail,
} from '@recado/contracts/integrations/webhook-templates'
import { brandImageMaxBytes, brandImageTypes } from '@recado/contracts/shared/settings'
import { useTranslation } from 'react-i18next'
import { ImageField } from '#web/components/form/image-field.tsx'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { SourceLogo } from '../source-logo.tsx'
import { useLanguage } from '../use-language.ts'
import { useDraft } from './draft.ts'

// Files of the contract would bring its schemas along.
const categories = ['shop', 'course', 'payment', 'lead', 'other'] as const

const Steps = ({ language }: { language: 'en' | 'pt' }) => {
  const { t } = useTranslation('integrations/templates')
  const { definition, change, errorAt } = useDraft()
  const readOnly = useReadOnly()
  const steps = definition.steps[language]
  if (readOnly)
    return (
      <ReadField label={t(`field.steps.${language}`)}>
        <List type="ordered" size="sm">
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </ReadField>
    )
  return (
    <Textarea
      label={t(`field.steps.${language}`)}
      description={t('field.stepsHint')}
      autosize
      minRows={4}
      maxRows={16}
      lang={language}
      value={steps.join('\n')}
      error={errorAt(`steps.${language}`)}
      onChange={({ currentTarget: { value } }) =>
        change({ steps: { ...definition.steps, [language]: value === '' ? [] : value.split('\n') } })
      }
    />
  )
}

const Logo = ({ template, onTake }: Props) => {
  const { t } = useTranslation('integrations/templates')
  const language = useLanguage()
  const params = { key: template.key }
  const preview = <SourceLogo name={template.name[language]} src={template.logoUrl} size={64} />
  if (useReadOnly()) return preview
  return (
    <ImageField
      preview={preview}
      shown={template.logoUrl !== null}
      types={brandImageTypes}
      maxBytes={brandImageMaxBytes}
      text={(name) => t(`logo.${name}`)}
      send={async (file, onProgress) => onTake(await upload(setWebhookTemplateLogo, file, { params }, { onProgress }))}
      drop={async () => onTake(await call(removeWebhookTemplateLogo, { params }))}
    />
  )
}

type Props = { template: WebhookTemplateDetail; onTake: (changed: WebhookTemplateDetail) => void }

/** What companies see of a system before they connect it, and how they connect it. */
export const CardTab = (props: Props) => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks'])
  const { definition, change, errorAt } = useDraft()
  const readOnly = useReadOnly()
  const { name, docsUrl } = definition
  return (
    <Stack gap="md" maw={860}>
      <Logo {...props} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['en', 'pt'] as const).map((language) => (
          <TextInput
            key={language}
            label={t(language === 'en' ? 'field.nameEn' : 'field.namePt')}
            maxLength={60}
            value={name[language]}
            error={errorAt(`name.${language}`)}
            onChange={({ currentTarget: { value } }) => change({ name: { ...name, [language]: value } })}
          />
        ))}
        <Select
          label={t('column.category')}
          allowDeselect={false}
          data={categories.map((value) => ({ value, label: t(`integrations/webhooks:category.${value}`) }))}
          value={definition.category}
          onChange={(value) => {
            const category = categories.find((one) => one === value)
            if (category) change({ category })
          }}
        />
        {readOnly && docsUrl ? (
          <ReadField label={t('field.docsUrl')}>
            <Anchor href={docsUrl} target="_blank" rel="noopener noreferrer nofollow" size="sm">
              {docsUrl}
            </Anchor>
          </ReadField>
        ) : (
          <TextInput
            label={t('field.docsUrl')}
            placeholder="https://"
            maxLength={300}
            value={docsUrl ?? ''}
            error={errorAt('docsUrl')}
            onChange={({ currentTarget: { value } }) => change({ docsUrl: value.trim() === '' ? null : value.trim() })}
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Steps language="en" />
        <Steps language="pt" />
      </SimpleGrid>
      {readOnly ? null : (
        <MultiSelect
          label={t('field.blocks')}
          description={t('field.blocksHint')}
          placeholder={definition.blocks.length === 0 ? t('field.blocksAll') : ''}
          data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
          value={definition.blocks}
          onChange={(blocks) => change({ blocks: accessBlocks.filter((one) => blocks.includes(one)) })}
        />
      )}
      {readOnly && definition.blocks.length > 0 ? (
        <Text size="sm">
          {t('field.blocks')}: {definition.blocks.map((block) => t(`common:blocks.${block}`)).join(', ')}
        </Text>
      ) : null}
    </Stack>
  )
}
