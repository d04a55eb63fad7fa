import { mayHaveConversation } from '@recado/contracts/automation/automation-events'
import { closedWindowWays, type NodeOf } from '@recado/contracts/automation/automation-graph'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { useEditing } from './editing.ts'
import { useNamed } from './event-fields.tsx'
import { TemplateFields } from './template-fields.tsx'

/** The number that sends. */
export const Sender = ({
  channelId,
  onChange,
}: {
  channelId: string | null
  onChange: (id: string | null) => void
}) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt, graph } = useEditing()
  return (
    <Select
      label={t('sender.title')}
      clearable
      placeholder={t(mayHaveConversation(graph.trigger?.kind ?? null) ? 'sender.own' : 'sender.choose')}
      error={errorAt('channelId')}
      data={useNamed('channels')}
      value={channelId}
      onChange={onChange}
    />
  )
}

type WithinKind = 'send_text' | 'send_media' | 'send_interactive' | 'ask_consent'
type Within = NodeOf<WithinKind>
type Props = { [K in WithinKind]: { node: NodeOf<K>; onChange: (node: NodeOf<K>) => void } }[WithinKind]

/** What is done when only templates can be sent. */
export const ClosedWindow = ({ node, onChange }: Props) => {
  const { t } = useTranslation('automation/automations')
  const set = onChange as (next: Within) => void
  return (
    <>
      <Select
        label={t('closedWindow.title')}
        description={t('closedWindow.text')}
        allowDeselect={false}
        data={closedWindowWays.map((value) => ({ value, label: t(`closedWindow.${value}`) }))}
        value={node.closedWindow}
        onChange={(chosen) => {
          const closedWindow = closedWindowWays.find((one) => one === chosen)
          if (closedWindow) set({ ...node, closedWindow })
        }}
      />
      {node.closedWindow === 'template' ? (
        <TemplateFields
          template={node.fallback}
          channelId={node.channelId}
          at="fallback"
          onChange={(fallback) => set({ ...node, fallback })}
        />
      ) : null}
    </>
  )
}
