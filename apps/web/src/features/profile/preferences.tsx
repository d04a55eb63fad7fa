import { type MantineColorScheme, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { type Profile, updateMe } from '@recado/contracts/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimezoneSelect } from '../../components/timezone-select.tsx'
import { call } from '../../lib/api.ts'
import { chooseLanguage, type Language } from '../../lib/i18n.ts'
import { browserTimezone } from '../../lib/regions.ts'
import { useSessionClient } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { meQuery } from './api.ts'

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" fw={500} mb={6}>
      {label}
    </Text>
    {children}
  </div>
)

/** Language, time zone and colours; each applies at once. */
export const Preferences = ({ me }: { me: Profile }) => {
  const { t, i18n } = useTranslation(['profile', 'common'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const save = useMutation({
    mutationFn: (body: { locale?: Language; timezone?: string }) => call(updateMe, { body }),
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
      <Choice label={t('preferences.colors')}>
        <SegmentedControl
          aria-label={t('preferences.colors')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: t(`preferences.scheme.${value}`),
          }))}
        />
      </Choice>
    </Stack>
  )
}
