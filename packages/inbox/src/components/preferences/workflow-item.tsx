import { useState } from 'react'
import type { ChannelType, IUserPreferenceSettings } from '../../client/wire.ts'
import { useInbox, useInboxState } from '../../react/context.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useUpdateUserPreferences } from '../../react/use-preferences.ts'
import { AccordionItem } from './accordion-item.tsx'
import { ChannelRow } from './channel-row.tsx'
import { channelsOf, channelTexts, joinNames } from './channels.ts'

/** A workflow with its channels. */
export function WorkflowItem(props: {
  item: IUserPreferenceSettings
  /** Whether a channel is on whatever the workflow. */
  isOn: (channel: ChannelType) => boolean
  isOpen: boolean
  onToggle: () => void
  isBusy: boolean
  onError: ((error: Error) => void) | undefined
}) {
  const { item, isOn, isOpen, onToggle, isBusy, onError } = props
  const templateId = item.template._id
  const { t, lang } = useTranslations()
  const update = useInboxState(({ preferenceUpdate }) =>
    preferenceUpdate?.templateId === templateId ? preferenceUpdate : null,
  )
  // How a change went that was made before this was shown is no news.
  const inbox = useInbox()
  const [old] = useState(() => inbox.getState().preferenceUpdate)
  const { updateUserPreferences } = useUpdateUserPreferences({ onError })
  const channels = channelsOf(item.preference.channels)
  const { preference } = item
  const isActive = (channel: ChannelType) =>
    preference.enabled !== false && preference.channels[channel] === true && isOn(channel)
  return (
    <AccordionItem
      title={item.template.name}
      subtitle={joinNames(
        channels.filter(isActive).map((channel) => t(channelTexts[channel])),
        lang,
      )}
      isOpen={isOpen}
      onToggle={onToggle}
      testId="workflow-list-item"
    >
      {channels.map((channel) => {
        const status = update !== old && update?.channelType === channel ? update.status : undefined
        return (
          <ChannelRow
            key={channel}
            channel={channel}
            checked={isActive(channel)}
            disabled={!isOn(channel) || (isBusy && status !== 'saving')}
            status={status}
            onChange={(checked) => updateUserPreferences({ templateId, channelType: channel, checked })}
          />
        )
      })}
    </AccordionItem>
  )
}
