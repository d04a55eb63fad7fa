import { ActionIcon, Group, Text } from '@mantine/core'
import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import { type InteractiveMessage, interactiveLimits } from '@recado/contracts/whatsapp/interactive'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '#web/components/form/text-input.tsx'
import { newId } from '../shared/graph-edit.ts'
import { useEditing } from './editing.ts'
import { AddButton, FilledText } from './fields.tsx'

type Message = NonNullable<NodeOf<'send_interactive'>['message']>
type Buttons = Extract<InteractiveMessage, { kind: 'buttons' }>
const blank: Buttons = { kind: 'buttons', header: '', footer: '', body: '', buttons: [{ id: 'yes', title: '' }] }

/** A message with up to three buttons; what is tapped comes as an answer. */
export const InteractiveFields = ({
  message,
  onChange,
}: {
  message: Message | null
  onChange: (message: Message) => void
}) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const shown = message ?? blank
  if (shown.kind !== 'buttons')
    return (
      <Text size="sm" c="dimmed">
        {t('buttons.other')}
      </Text>
    )
  const { buttons } = shown
  const set = (part: Partial<Buttons>) => onChange({ ...shown, ...part })
  return (
    <>
      <FilledText
        label={t('text')}
        at="message"
        rows={3}
        maxLength={interactiveLimits.body}
        value={shown.body}
        onChange={(body) => set({ body })}
      />
      {buttons.map((button, index) => (
        <Group key={button.id} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label={t('buttons.button', { number: index + 1 })}
            flex={1}
            maxLength={interactiveLimits.buttonTitle}
            {...(message && button.title.trim() === '' && errorAt('message') ? { error: errorAt('message') } : {})}
            value={button.title}
            onChange={({ currentTarget: { value: title } }) =>
              set({ buttons: buttons.map((one) => (one === button ? { ...one, title } : one)) })
            }
          />
          {buttons.length > 1 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('removeRow', { number: index + 1 })}
              onClick={() => set({ buttons: buttons.filter((one) => one !== button) })}
            >
              <IconTrash size={17} />
            </ActionIcon>
          ) : null}
        </Group>
      ))}
      <AddButton
        disabled={buttons.length >= interactiveLimits.buttons}
        onClick={() => set({ buttons: [...buttons, { id: newId('case'), title: '' }] })}
      >
        {t('buttons.add')}
      </AddButton>
      <TextInput
        label={t('buttons.footer')}
        maxLength={interactiveLimits.footer}
        value={shown.footer}
        onChange={({ currentTarget: { value: footer } }) => set({ footer })}
      />
    </>
  )
}
