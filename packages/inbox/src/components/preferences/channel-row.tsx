import { useId } from 'react'
import type { ChannelType } from '../../client/wire.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { ChannelIcon } from '../icons/channel-icon.tsx'
import { Icon } from '../icons.tsx'
import { Loader } from '../loader.tsx'
import { Switch } from '../switch.tsx'
import { channelTexts } from './channels.ts'

export type RowStatus = 'saving' | 'saved' | undefined

/** A channel with its switch, and how the last change of it went. */
export function ChannelRow(props: {
  channel: ChannelType
  checked: boolean
  disabled: boolean
  status: RowStatus
  onChange: (checked: boolean) => void
}) {
  const { channel, checked, disabled, status, onChange } = props
  const { t } = useTranslations()
  const id = useId()
  const iconStyle = useStyle('preferences.item.content.icon')
  const labelStyle = useStyle('preferences.item.content.channelLabel')
  const successStyle = useStyle('preferences.item.content.success')
  return (
    <div className="nc-preferences-channel" data-active={checked} data-test-id="channel-preference-item">
      <span className={cx('nc-preferences-item-content-icon', iconStyle)}>
        <ChannelIcon channel={channel} />
      </span>
      <label className={cx('nc-preferences-item-content-channel-label', labelStyle)} htmlFor={id}>
        {t(channelTexts[channel])}
      </label>
      {status === 'saving' && (
        <span className="nc-preferences-saving" data-test-id="channel-preference-item-loader">
          <Loader />
        </span>
      )}
      <span className="nc-preferences-status" role="status">
        {status === 'saved' && (
          <span className={cx('nc-preferences-item-content-success', successStyle)}>
            <Icon name="check" />
            {t('saved')}
          </span>
        )}
      </span>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled}
        busy={status === 'saving'}
        onChange={onChange}
        testId="channel-preference-item-toggle"
      />
    </div>
  )
}
