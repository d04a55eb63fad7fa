import type { Core } from './core.ts'
import type { Inbox, InboxState, Loaded } from './types.ts'
import type { ChannelType, IUserGlobalPreferenceSettings, IUserPreferenceSettings } from './wire.ts'

/** How long "Saved" is shown, in ms. */
const SAVED = 1500

/** What is being read while something of it changed may tell of the time before. */
const readAgain = ({ isFetching }: Loaded<unknown>, read: () => Promise<void>) => {
  if (isFetching) void read()
}

type Update = NonNullable<InboxState['preferenceUpdate']>

/** What the subscriber wants to hear of, by workflow and channel, and in all. */
export const createPreferences = (core: Core) => {
  const all = core.reader(
    () => core.state.preferences,
    (preferences) => core.set({ preferences }),
    () => core.data<IUserPreferenceSettings[]>({ method: 'GET', path: '/preferences' }),
  )
  const global = core.reader(
    () => core.state.globalPreferences,
    (globalPreferences) => core.set({ globalPreferences }),
    async () => {
      const [first] = await core.data<IUserGlobalPreferenceSettings[]>({ method: 'GET', path: '/preferences/global' })
      if (!first) throw new Error('The server knows no global preferences')
      return first
    },
  )

  const change = (templateId: string, edit: (item: IUserPreferenceSettings) => IUserPreferenceSettings) => {
    const { preferences } = core.state
    if (!preferences.data) return
    const data = preferences.data.map((item) => (item.template._id === templateId ? edit(item) : item))
    core.set({ preferences: { ...preferences, data } })
  }
  const setChannel = (templateId: string, channel: ChannelType, enabled: boolean, wakes: { enabled?: boolean }) =>
    change(templateId, ({ template, preference }) => ({
      template,
      preference: { ...preference, ...wakes, channels: { ...preference.channels, [channel]: enabled } },
    }))
  /** A workflow that is off as a whole is turned on with its channel. */
  const isOff = (templateId: string) =>
    core.state.preferences.data?.find(({ template }) => template._id === templateId)?.preference.enabled === false

  /** After a logout nothing is shown any more of what was on its way. */
  const isOver = () => core.state.session.token === undefined

  const note = (update: Update) => {
    core.set({ preferenceUpdate: update })
    if (update.status !== 'saved') return
    setTimeout(() => {
      if (core.state.preferenceUpdate === update) core.set({ preferenceUpdate: null })
    }, SAVED)
  }

  const update: Inbox['updatePreference'] = async ({ templateId, channelType, checked }) => {
    const wakes = checked && isOff(templateId)
    note({ templateId, channelType, status: 'saving' })
    setChannel(templateId, channelType, checked, wakes ? { enabled: true } : {})
    try {
      const item = await core.data<IUserPreferenceSettings>({
        method: 'PATCH',
        path: `/preferences/${templateId}`,
        body: { channel: { type: channelType, enabled: checked }, ...(wakes && { enabled: true }) },
      })
      if (!isOver()) {
        change(templateId, () => item)
        note({ templateId, channelType, status: 'saved' })
      }
      return item
    } catch (error) {
      if (!isOver()) {
        setChannel(templateId, channelType, !checked, wakes ? { enabled: false } : {})
        core.set({ preferenceUpdate: null })
      }
      throw error
    } finally {
      if (!isOver()) readAgain(core.state.preferences, all)
    }
  }

  const updateGlobal: Inbox['updateGlobalPreferences'] = async ({ preferences = [], enabled }) => {
    const { data: before } = core.state.globalPreferences
    const show = (data: IUserGlobalPreferenceSettings | undefined) =>
      core.set({ globalPreferences: { ...core.state.globalPreferences, data } })
    if (before) {
      const { preference } = before
      const channels = { ...preference.channels }
      for (const one of preferences) channels[one.channelType] = one.enabled
      show({ preference: { enabled: enabled ?? preference.enabled, channels } })
    }
    try {
      const data = await core.data<IUserGlobalPreferenceSettings>({
        method: 'PATCH',
        path: '/preferences',
        body: {
          ...(enabled === undefined ? {} : { enabled }),
          preferences: preferences.map((one) => ({ ...one, type: one.channelType })),
        },
      })
      if (!isOver()) show(data)
      return data
    } catch (error) {
      if (!isOver()) show(before)
      throw error
    } finally {
      if (!isOver()) readAgain(core.state.globalPreferences, global)
    }
  }

  return { read: all, readGlobal: global, update, updateGlobal }
}
