import { Text } from '@mantine/core'
import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import { interactiveLimits } from '@recado/contracts/whatsapp/interactive'
import { useTranslation } from 'react-i18next'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useEditing } from './editing.ts'
import { FilledText, SpanField } from './fields.tsx'
import { ClosedWindow, Sender } from './sending-fields.tsx'

type Props = { node: NodeOf<'ask_consent'>; onChange: (node: NodeOf<'ask_consent'>) => void }

/** How contacts are asked whether they want marketing. */
export const AskConsentFields = ({ node, onChange }: Props) => {
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
        label={t('waitAtMost')}
        at="timeout"
        value={node.timeout}
        onChange={(timeout) => onChange({ ...node, timeout })}
      />
    </>
  )
}
