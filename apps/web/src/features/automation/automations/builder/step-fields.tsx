import { Stack } from '@mantine/core'
import { type AutomationNode, errorWays, type NodeKind } from '@recado/contracts/automation/automation-graph'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { ListStep, Marks, UpdateContact } from './steps/contact-steps.tsx'
import { Assign, Note, Resolve, Span } from './steps/conversation-steps.tsx'
import { Branch, End, Loop, Split, StartAutomation, StopRuns, SwitchStep } from './steps/flow-steps.tsx'
import { AskConsent, SendInteractive, SendMedia, SendTemplate, SendText } from './steps/message-steps.tsx'
import type { StepProps } from './steps/step-props.ts'
import { HttpRequest, Notify, SetVariable, Webhook } from './steps/system-steps.tsx'
import { WaitEvent, WaitUntil } from './steps/wait-steps.tsx'

const forms: { [K in NodeKind]: (props: StepProps<K>) => ReactNode } = {
  send_text: SendText,
  send_template: SendTemplate,
  send_media: SendMedia,
  send_interactive: SendInteractive,
  ask_consent: AskConsent,
  assign: Assign,
  label: Marks,
  tag: Marks,
  list: ListStep,
  snooze: Span,
  wait: Span,
  resolve: Resolve,
  note: Note,
  update_contact: UpdateContact,
  http_request: HttpRequest,
  webhook: Webhook,
  notify: Notify,
  set_variable: SetVariable,
  start_automation: StartAutomation,
  stop_runs: StopRuns,
  wait_until: WaitUntil,
  wait_event: WaitEvent,
  branch: Branch,
  switch: SwitchStep,
  split: Split,
  loop: Loop,
  end: End,
}

/** The fields of a step: what it is called, what it does, and what happens when that fails. */
export const StepFields = ({ node, onChange }: { node: AutomationNode; onChange: (node: AutomationNode) => void }) => {
  const { t } = useTranslation('automation/automations')
  const Form = forms[node.kind] as (props: { node: AutomationNode; onChange: typeof onChange }) => ReactNode
  return (
    <Stack gap="md">
      <Form node={node} onChange={onChange} />
      {'onError' in node ? (
        <Select
          label={t('onError.title')}
          allowDeselect={false}
          data={errorWays.map((value) => ({ value, label: t(`onError.${value}`) }))}
          value={node.onError}
          onChange={(chosen) => {
            const onError = errorWays.find((one) => one === chosen)
            if (onError) onChange({ ...node, onError })
          }}
        />
      ) : null}
      <TextInput
        label={t('stepName')}
        placeholder={t(`node.${node.kind}.name`)}
        maxLength={80}
        value={node.name}
        onChange={({ currentTarget: { value: name } }) => onChange({ ...node, name })}
      />
    </Stack>
  )
}
