import { type ReactNode, useState } from 'react'
import type { ChannelType, IUserGlobalPreferenceSettings, IUserPreferenceSettings } from '../../client/wire.ts'
import { useInboxState } from '../../react/context.ts'
import type { IPreferenceGroup } from '../../react/notification-center.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useFetchUserGlobalPreferences, useFetchUserPreferences } from '../../react/use-preferences.ts'
import { useCss } from '../../theme/adopt.ts'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { Loader } from '../loader.tsx'
import shared from '../shared.css?inline'
import accordion from './accordion.css?inline'
import { moveBetweenHeaders } from './accordion-item.tsx'
import { channelsOfAll } from './channels.ts'
import { GlobalItem } from './global-item.tsx'
import { groupItems, shownItems } from './groups.ts'
import { NothingToChoose } from './nothing-to-choose.tsx'
import css from './preferences.css?inline'
import { WorkflowItem } from './workflow-item.tsx'

export interface PreferencesPanelProps {
  /** Hides the workflows for which it says false. */
  preferenceFilter?: ((item: IUserPreferenceSettings) => boolean) | undefined
  preferenceGroups?: readonly IPreferenceGroup[] | undefined
  /** A change could not be saved, and was taken back. */
  onError?: ((error: Error) => void) | undefined
  /** `page`: as wide and as high as the page lets it be, instead of an area that scrolls. */
  layout?: 'popover' | 'page' | undefined
}

/** What the subscriber wants to hear of. It is read as soon as this is shown. */
export function PreferencesPanel(props: PreferencesPanelProps) {
  const { preferenceFilter, layout = 'popover' } = props
  useCss(shared)
  useCss(accordion)
  useCss(css)
  const { t } = useTranslations()
  const { data, isLoading, refetch } = useFetchUserPreferences()
  const global = useFetchUserGlobalPreferences()
  const hasFailed = useInboxState((state) => state.session.status === 'failed')
  const root = useStyle('preferences.root')
  const items = shownItems(data ?? [], preferenceFilter)
  return (
    <div className={cx('nc-preferences-root', root)} data-layout={layout} data-test-id="preferences-area">
      {isLoading || (data && global.isLoading) ? (
        <Notice>
          <Loader />
        </Notice>
      ) : items.length > 0 ? (
        <PreferencesAccordion {...props} items={items} global={global.data?.[0]} />
      ) : data ? (
        <Notice>
          <NothingToChoose />
          {t('noPreferences')}
        </Notice>
      ) : hasFailed ? null : (
        <Notice isAlert>
          {t('loadFailed')}
          <button className="nc-text-button" type="button" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </Notice>
      )}
    </div>
  )
}

const Notice = ({ isAlert, children }: { isAlert?: boolean; children: ReactNode }) => (
  <div className="nc-preferences-notice" role={isAlert ? 'alert' : undefined}>
    {children}
  </div>
)

const GLOBAL = 'global'

function PreferencesAccordion(
  props: PreferencesPanelProps & {
    items: IUserPreferenceSettings[]
    /** Unknown when it could not be read; then every channel counts as on. */
    global: IUserGlobalPreferenceSettings | undefined
  },
) {
  const { items, global, preferenceGroups, onError } = props
  const [openItem, setOpenItem] = useState<string>()
  const [isGlobalBusy, setGlobalBusy] = useState(false)
  const isBusy = useInboxState((state) => state.preferenceUpdate?.status === 'saving') || isGlobalBusy
  const isAllOff = global?.preference.enabled === false
  const isOn = (channel: ChannelType) => !isAllOff && global?.preference.channels[channel] !== false
  const openness = (id: string) => ({
    isOpen: openItem === id,
    onToggle: () => setOpenItem(openItem === id ? undefined : id),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the headers inside are what is pressed; keys move between them
    <div className="nc-accordion" onKeyDown={moveBetweenHeaders}>
      {global && (
        <GlobalItem
          {...openness(GLOBAL)}
          channels={channelsOfAll(items)}
          isOn={isOn}
          isAllOff={isAllOff}
          isBusy={isBusy}
          onBusy={setGlobalBusy}
          onError={onError}
        />
      )}
      {groupItems(items, preferenceGroups).map((group) => (
        <section
          key={group.name ?? ''}
          className="nc-preferences-group"
          data-named={group.name !== undefined}
          aria-label={group.name}
        >
          {group.name !== undefined && <h2 className="nc-preferences-group-title">{group.name}</h2>}
          {group.items.map((item) => (
            <WorkflowItem
              key={item.template._id}
              {...openness(item.template._id)}
              item={item}
              isOn={isOn}
              isBusy={isBusy}
              onError={onError}
            />
          ))}
        </section>
      ))}
    </div>
  )
}
