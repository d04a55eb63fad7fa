import { useEffect, useState } from 'react'
import type { ChannelType } from '../../client/wire.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useUpdateUserGlobalPreferences } from '../../react/use-preferences.ts'
import { AccordionItem } from './accordion-item.tsx'
import { ChannelRow, type RowStatus } from './channel-row.tsx'
import { channelTexts, joinNames } from './channels.ts'

/** How long "Saved" is shown, in ms. */
const SAVED = 1500

/** The channels whatever the workflow. One that is off here is off everywhere. */
export function GlobalItem(props: {
  channels: readonly ChannelType[]
  isOn: (channel: ChannelType) => boolean
  /** Everything is off at once, whatever the channels say. */
  isAllOff: boolean
  isOpen: boolean
  onToggle: () => void
  /** A change of something else is on its way. */
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onError: ((error: Error) => void) | undefined
}) {
  const { channels, isOn, isAllOff, isOpen, onToggle, isBusy, onBusy, onError } = props
  const { t, lang } = useTranslations()
  const [last, setLast] = useState<{ channel: ChannelType; status: RowStatus }>()
  const { updateUserGlobalPreferences } = useUpdateUserGlobalPreferences()
  useEffect(() => {
    if (last?.status !== 'saved') return
    const timer = setTimeout(() => setLast(undefined), SAVED)
    return () => clearTimeout(timer)
  }, [last])
  const change = (channel: ChannelType, enabled: boolean) => {
    setLast({ channel, status: 'saving' })
    onBusy(true)
    updateUserGlobalPreferences(
      isAllOff
        ? { enabled: true, preferences: channels.map((one) => ({ channelType: one, enabled: one === channel })) }
        : { preferences: [{ channelType: channel, enabled }] },
      {
        onSuccess: () => setLast({ channel, status: 'saved' }),
        onError: (error) => {
          setLast(undefined)
          onError?.(error)
        },
        onSettled: () => onBusy(false),
      },
    )
  }
  return (
    <AccordionItem
      title={t('allNotifications')}
      subtitle={joinNames(
        channels.filter(isOn).map((channel) => t(channelTexts[channel])),
        lang,
      )}
      isOpen={isOpen}
      onToggle={onToggle}
      testId="global-preference-item"
    >
      {channels.map((channel) => {
        const status = last?.channel === channel ? last.status : undefined
        return (
          <ChannelRow
            key={channel}
            channel={channel}
            checked={isOn(channel)}
            disabled={isBusy && status !== 'saving'}
            status={status}
            onChange={(checked) => change(channel, checked)}
          />
        )
      })}
    </AccordionItem>
  )
}
