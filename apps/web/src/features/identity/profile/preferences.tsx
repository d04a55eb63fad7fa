import { type MantineColorScheme, SegmentedControl, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import type { PreferenceChange } from '@recado/contracts/identity/preferences'
import { type Profile, updateMe } from '@recado/contracts/identity/users'
import { densities } from '@recado/contracts/product-notifications/preference-names'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { call } from '#web/lib/api/api.ts'
import { chooseLanguage, type Language } from '#web/lib/i18n/i18n.ts'
import { browserTimezone } from '#web/lib/i18n/regions.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { switchShortcuts, useShortcutsOn } from '#web/lib/ui/shortcuts.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { meQuery } from './api.ts'
import { ReadingFields } from './reading-fields.tsx'

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" fw={500} mb={6}>
      {label}
    </Text>
    {children}
  </div>
)

/** Language, dates, colors and lists; each applies at once. */
export const Preferences = ({ me }: { me: Profile }) => {
  const { t, i18n } = useTranslation(['identity/profile', 'common', 'lists'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const save = useMutation({
    mutationFn: (body: { locale?: Language; timezone?: string; preferences?: PreferenceChange }) =>
      call(updateMe, { body }),
    scope: { id: 'me' },
    onSuccess: async (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved)
      toastSuccess(i18n.t('common:saved'))
      await session.refetch()
    },
  })
  const setLanguage = async (value: string) => {
    const locale = value === 'pt' ? 'pt' : 'en'
    await chooseLanguage(i18n, locale)
    save.mutate({ locale })
  }
  const suggested = browserTimezone()
  const prefer = (preferences: PreferenceChange) => save.mutate({ preferences })
  const shortcuts = useShortcutsOn()
  return (
    <Stack gap="md">
      <Choice label={t('preferences.language')}>
        <SegmentedControl
          aria-label={t('preferences.language')}
          value={i18n.resolvedLanguage ?? 'en'}
          onChange={(value) => void setLanguage(value)}
          data={[
            { value: 'en', label: 'English' },
            { value: 'pt', label: 'Português' },
          ]}
        />
      </Choice>
      <TimezoneSelect
        maw={380}
        label={t('preferences.timezone')}
        description={
          suggested === me.timezone
            ? undefined
            : t('preferences.suggested', { timezone: suggested.replaceAll('_', ' ') })
        }
        value={me.timezone}
        onChange={(timezone) => timezone && save.mutate({ timezone })}
      />
      <ReadingFields me={me} onChange={prefer} />
      <Choice label={t('preferences.density')}>
        <SegmentedControl
          aria-label={t('preferences.density')}
          value={me.preferences.density}
          onChange={(value) => prefer({ density: densities.find((known) => known === value) })}
          data={densities.map((value) => ({ value, label: t(`lists:look.${value}`) }))}
        />
      </Choice>
      <Choice label={t('preferences.colors')}>
        <SegmentedControl<MantineColorScheme>
          aria-label={t('preferences.colors')}
          value={colorScheme}
          onChange={setColorScheme}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: t(`preferences.scheme.${value}`),
          }))}
        />
      </Choice>
      <Switch
        label={t('lists:shortcuts.on')}
        description={t('preferences.shortcutsText')}
        checked={shortcuts}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
    </Stack>
  )
}
