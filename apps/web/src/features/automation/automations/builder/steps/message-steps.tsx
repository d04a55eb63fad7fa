import { Text } from '@mantine/core'
import { interactiveLimits } from '@recado/contracts/whatsapp/interactive'
import { useTranslation } from 'react-i18next'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useEditing } from '../editing.ts'
import { FilledText, SpanField } from '../fields.tsx'
import { InteractiveFields } from '../interactive-fields.tsx'
import { MediaFields } from '../media-fields.tsx'
import { ClosedWindow, Sender } from '../sending-fields.tsx'
import { TemplateFields } from '../template-fields.tsx'
import type { StepProps } from './step-props.ts'

// Steps that send.

export const SendText = ({ node, onChange }: StepProps<'send_text'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <>
      <FilledText
        label={t('text')}
        at="text"
        rows={4}
        maxLength={4096}
        value={node.text}
        onChange={(text) => onChange({ ...node, text })}
      />
      <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
      <ClosedWindow node={node} onChange={onChange} />
    </>
  )
}

export const SendTemplate = ({ node, onChange }: StepProps<'send_template'>) => (
  <>
    <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
    <TemplateFields
      template={node.template}
      channelId={node.channelId}
      at="template"
      onChange={(template) => onChange({ ...node, template })}
    />
  </>
)

export const SendMedia = ({ node, onChange }: StepProps<'send_media'>) => (
  <>
    <MediaFields node={node} onChange={onChange} />
    <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
    <ClosedWindow node={node} onChange={onChange} />
  </>
)

export const SendInteractive = ({ node, onChange }: StepProps<'send_interactive'>) => (
  <>
    <InteractiveFields message={node.message} onChange={(message) => onChange({ ...node, message })} />
    <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
    <ClosedWindow node={node} onChange={onChange} />
  </>
)

/** How contacts are asked whether they want marketing. */
export const AskConsent = ({ node, onChange }: StepProps<'ask_consent'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('consent.text')}
      </Text>
      <FilledText
        label={t('consent.question')}
        placeholder={t('consent.questionExample')}
        at="text"
        rows={3}
        maxLength={interactiveLimits.body}
        value={node.text}
        onChange={(text) => onChange({ ...node, text })}
      />
      {(['yes', 'no'] as const).map((answer) => (
        <TextInput
          key={answer}
          label={t(`consent.${answer}`)}
          placeholder={t(`consent.${answer}Example`)}
          maxLength={interactiveLimits.buttonTitle}
          error={errorAt(answer)}
          value={node[answer]}
          onChange={({ currentTarget: { value } }) => onChange({ ...node, [answer]: value })}
        />
      ))}
      <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
      <ClosedWindow node={node} onChange={onChange} />
      {node.closedWindow === 'template' ? (
        <Text size="sm" c="dimmed">
          {t('consent.template')}
        </Text>
      ) : null}
      <SpanField
        label={t('consent.wait')}
        at="timeout"
        value={node.timeout}
        onChange={(timeout) => onChange({ ...node, timeout })}
      />
    </>
  )
}
